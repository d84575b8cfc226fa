// `ironbird report RUN`: what a run has left, for others to look at.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/run_folder.hpp"
#include "report/visualizer/visualizer.hpp"

namespace ironbird::cli {

void add_report(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("report", "Reports of a run");
    auto name = std::make_shared<std::string>();
    auto visualizer = std::make_shared<std::string>();
    sub->add_option("RUN", *name, "Number or folder of the run")->required();
    sub->add_option("--visualizer", *visualizer,
                    "Folder to write that ttnn-visualizer opens as a memory report")
        ->required();
    sub->callback([name, visualizer, &chosen] {
        chosen = [name, visualizer] {
            report::write_visualizer(find_run(*name), *visualizer);
            fmt::print("{}\n", *visualizer);
            return Exit::fine;
        };
    });
}

}  // namespace ironbird::cli

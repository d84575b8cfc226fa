// `ironbird bench`: hands over to the bench runner, which prints each figure by name.
#include <filesystem>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/places.hpp"
#include "cli/process.hpp"

namespace ironbird::cli {
namespace {

struct WantedFigures {
    std::vector<std::string> names;
    bool json = false;
};

Exit bench(const WantedFigures& w) {
    const auto runner = places().programs / "ironbird_bench";
    if (!std::filesystem::exists(runner))
        throw Error(Fault::usage, "the benchmarks are not built", {},
                    "build the target ironbird_bench");
    Start start{.argv = {runner.string()},
                .environment = {{"TT_METAL_RUNTIME_ROOT", places().root.string()}}};
    if (w.json) start.argv.emplace_back("--json");
    start.argv.insert(start.argv.end(), w.names.begin(), w.names.end());
    const Ended ended = run_process(start);
    leave_if_interrupted(ended);
    if (!ended.started) throw Error(Fault::usage, ended.trouble);
    if (ended.code == static_cast<int>(Exit::could_not_start)) return Exit::could_not_start;
    return ended.ok() ? Exit::fine : Exit::program_failed;
}

}  // namespace

void add_bench(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("bench", "Measure Ironbird itself and print figures by name");
    auto w = std::make_shared<WantedFigures>();
    sub->add_option("NAME", w->names,
                    "Figures to measure, all when none is given; or a table: transfer");
    sub->add_flag("--json", w->json, "One object, name to number");
    sub->callback([w, &chosen] { chosen = [w] { return bench(*w); }; });
}

}  // namespace ironbird::cli

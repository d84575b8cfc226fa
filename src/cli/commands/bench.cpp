// `ironbird bench`: hands over to the bench runner, which prints each figure by name.
#include "cli/hand_over.hpp"

namespace ironbird::cli {
namespace {

struct WantedFigures {
    std::vector<std::string> names;
    bool json = false;
};

std::vector<std::string> words(const WantedFigures& w) {
    std::vector<std::string> all = w.names;
    if (w.json) all.emplace_back("--json");
    return all;
}

}  // namespace

void add_bench(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("bench", "Measure Ironbird itself and print figures by name");
    auto w = std::make_shared<WantedFigures>();
    sub->add_option("NAME", w->names,
                    "Figures to measure, all when none is given; or a table: transfer");
    sub->add_flag("--json", w->json, "One object, name to number");
    sub->callback([w, &chosen] {
        chosen = [w] { return run_measuring("ironbird_bench", "the benchmarks are", words(*w)); };
    });
}

}  // namespace ironbird::cli

// `ironbird accuracy`: hands over to the program that replays measurements on silicon.
#include "cli/hand_over.hpp"

namespace ironbird::cli {
namespace {

struct Wanted {
    std::vector<std::string> sets, only;
    std::string data = "all", rows, table;
    std::uint64_t sample = 0, seed = 1;
    bool json = false, markdown = false, sweeps = false;
};

std::vector<std::string> words(const Wanted& w) {
    std::vector<std::string> all = {"--data", w.data, "--seed", std::to_string(w.seed)};
    for (const std::string& s : w.sets) all.insert(all.end(), {"--set", s});
    for (const std::string& o : w.only) all.insert(all.end(), {"--only", o});
    if (w.sample != 0) all.insert(all.end(), {"--sample", std::to_string(w.sample)});
    if (!w.rows.empty()) all.insert(all.end(), {"--rows", w.rows});
    if (!w.table.empty()) all.insert(all.end(), {"--file", w.table});
    if (w.json) all.emplace_back("--json");
    if (w.markdown) all.emplace_back("--markdown");
    if (w.sweeps) all.emplace_back("--sweeps");
    return all;
}

}  // namespace

void add_accuracy(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand(
        "accuracy", "Replay measurements on silicon as programs and print how far off we are");
    auto w = std::make_shared<Wanted>();
    sub->add_option("--set", w->sets,
                    "noc, dram, dispatch, llk, gemm, gather, fabric or ccl; all by default")
        ->check(
            CLI::IsMember({"noc", "dram", "dispatch", "llk", "gemm", "gather", "fabric", "ccl"}))
        ->take_all();
    sub->add_option("--only", w->only, "Rows whose name has this in it")->take_all();
    sub->add_option("--sample", w->sample, "So many rows of each set");
    sub->add_option("--seed", w->seed, "Of the draw");
    sub->add_option("--data", w->data, "none: no payload moves and no tile is computed")
        ->check(CLI::IsMember({"all", "none"}));
    sub->add_option("--file", w->table, "Measurements of your own, with the columns of one set");
    sub->add_option("--rows", w->rows, "File that receives every row, as CSV");
    sub->add_flag("--sweeps", w->sweeps, "Every sweep, not the worst alone");
    sub->add_flag("--markdown", w->markdown, "The tables of docs/accuracy.md");
    sub->add_flag("--json", w->json, "As one JSON object");
    sub->callback([w, &chosen] {
        chosen = [w] { return run_measuring("ironbird_accuracy", "the replays are", words(*w)); };
    });
}

}  // namespace ironbird::cli

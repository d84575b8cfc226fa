// `piper budget` and `model`: what fits a board, and what the guide expects of it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "board.hpp"
#include "commands.hpp"
#include "diagnosis.hpp"

namespace piper {
namespace {

struct BudgetCommand {
    double vocab = 10000, dim = 128, columns = 0;
    bool json = false;
};

void options_of_budget(CLI::App& sub, BudgetCommand& o) {
    sub.add_option("--vocab-size", o.vocab, "Rows of the table")
        ->check(CLI::Range(1., 4294967296.));
    sub.add_option("--embedding-dim", o.dim, "Floats a row")->check(CLI::Range(1., 65536.));
    sub.add_option("--columns", o.columns,
                   "Id tables of VocabGen for so many columns, not embeddings")
        ->check(CLI::Range(1., 1e6));
    sub.add_flag("--json", o.json, "As one object");
}

Exit budget_command(const BudgetCommand& o) {
    const Budget b =
        o.columns > 0 ? vocabulary_budget(o.columns, o.vocab) : embedding_budget(o.vocab, o.dim);
    const HugePages pages = huge_pages_of(this_machine());
    if (o.json) {
        nlohmann::json fits;
        for (const Fit& fit : b.boards)
            fits[std::string(fit.board)] = {{"fits", fit.fits},
                                            {"percent", fit.percent},
                                            {"program_bytes", fit.program_bytes},
                                            {"fits_programs", fit.fits_programs}};
        fmt::print("{}\n", nlohmann::json{{"schema", kJsonSchema},
                                          {"bytes", b.bytes},
                                          {"mib", b.bytes / kMiB},
                                          {"cores", b.cores},
                                          {"shards", b.shards},
                                          {"huge_pages", pages.total},
                                          {"huge_pages_free", pages.free},
                                          {"boards", fits}}
                               .dump(2));
    } else {
        fmt::print("{:.2f} MB, {} core{} of 1 MB\n", b.bytes / kMiB, b.cores,
                   b.cores == 1 ? "" : "s");
        for (const Fit& fit : b.boards)
            fmt::print("{:5} {}: {:.1f} % of its SRAM; programs get {} cores, {:.1f} MB: {}\n",
                       fit.board, fit.fits ? "fits" : "does not fit, the table spills to DRAM",
                       fit.percent, find_board(fit.board).program_cores, fit.program_bytes / kMiB,
                       fit.fits_programs ? "fits" : "does not fit");
        fmt::print("huge pages of 2 MB here: {} of {} are free; a card wants {} (16 GB)\n",
                   pages.free, pages.total, huge_pages(16));
        if (!b.fits_any())
            fmt::print(
                "do: more huge pages (ironbird piper hugepages 32); a smaller vocabulary or "
                "dimension;\n    or split the table over operators: {} shards, one a core\n",
                b.shards);
    }
    return b.fits_any() ? Exit::fine : Exit::findings;
}

struct ModelCommand {
    double measured = 0;
    std::string board = "e75";
    bool stateful = false, json = false;
};

void options_of_model(CLI::App& sub, ModelCommand& o) {
    sub.add_option("--judge", o.measured,
                   "A measured figure in GB/s, held against the expected range")
        ->check(within(1e-9, 1e9));
    sub.add_option("--board", o.board, "With --judge: e75, e150, n150 or p150");
    sub.add_flag("--stateful", o.stateful, "With --judge: of a stateful operator");
    sub.add_flag("--json", o.json, "As one object");
}

Exit judge_command(const ModelCommand& o) {
    const Range range = expected_range(o.board, o.stateful);
    const Verdict verdict = judge(o.measured, range);
    if (o.json)
        fmt::print("{}\n", nlohmann::json{{"schema", kJsonSchema},
                                          {"board", o.board},
                                          {"gbs", o.measured},
                                          {"least", range.least},
                                          {"typical", range.typical},
                                          {"most", range.most},
                                          {"verdict", name_of(verdict)}}
                               .dump(2));
    else
        fmt::print("{} GB/s on {} ({} to {}, typically {}): {}\n", o.measured, o.board, range.least,
                   range.most, range.typical, name_of(verdict));
    if (verdict == Verdict::alarm && !o.json)
        fmt::print("{}", to_text(causes_of_low_throughput(this_machine())));
    return verdict == Verdict::alarm ? Exit::findings : Exit::fine;
}

nlohmann::json show_ranges(bool quiet) {
    nlohmann::json ranges;
    if (!quiet) fmt::print("\n{:10} {:>24} {:>24}  GB/s\n", "board", "stateless", "stateful");
    const auto add_range = [&](std::string_view board, const char* kind, const Range& r) {
        ranges[std::string(board)][kind] = {r.least, r.typical, r.most};
        return fmt::format("{} / {} / {}", r.least, r.typical, r.most);
    };
    for (const Board& board : boards()) {
        const auto stateless = add_range(board.name, "stateless", board.stateless);
        const auto stateful = add_range(board.name, "stateful", board.stateful);
        if (!quiet) fmt::print("{:10} {:>24} {:>24}\n", board.name, stateless, stateful);
    }
    for (const LaterBoard& board : later_boards()) {
        const auto stateless = add_range(board.name, "stateless", board.stateless);
        if (!quiet) fmt::print("{:10} {:>24} {:>24}\n", board.name, stateless, "-");
    }
    return ranges;
}

Exit model_command(const ModelCommand& o) {
    if (o.measured > 0) return judge_command(o);
    nlohmann::json rows = nlohmann::json::array();
    if (!o.json)
        fmt::print(
            "Figures of the tuning guide and of rate = bytes per cycle * cores * clock; nothing "
            "here is measured.\n\n{:10} {:>10} {:>10} {:>10} {:>10}  GB/s\n",
            "operator", "e75 guide", "model", "e150 guide", "model");
    for (const ExpectedRate& rate : expected_rates()) {
        const double e75 = modelled_gbs(rate, boards()[0]), e150 = modelled_gbs(rate, boards()[1]);
        rows.push_back({{"operator", rate.name},
                        {"e75", rate.e75},
                        {"e75_model", e75},
                        {"e150", rate.e150},
                        {"e150_model", e150}});
        if (!o.json)
            fmt::print("{:10} {:10.2f} {:10.2f} {:10.2f} {:10.2f}\n", rate.name, rate.e75, e75,
                       rate.e150, e150);
    }
    const nlohmann::json ranges = show_ranges(o.json);
    if (o.json)
        fmt::print(
            "{}\n",
            nlohmann::json{{"schema", kJsonSchema}, {"operators", rows}, {"ranges", ranges}}.dump(
                2));
    return Exit::fine;
}

}  // namespace

void add_budget(CLI::App& app, Action& chosen) {
    add_command<BudgetCommand>(app, chosen, "budget", "Does a table fit into a board's SRAM",
                               options_of_budget, budget_command);
}

void add_model(CLI::App& app, Action& chosen) {
    add_command<ModelCommand>(
        app, chosen, "model",
        "Throughput that the tuning guide expects of e75, e150, n150 and p150", options_of_model,
        model_command);
}

}  // namespace piper

// Tables of errors.
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <stdexcept>
#include <tuple>

namespace ironbird::accuracy {
namespace {

constexpr std::size_t kMisses = 8;

double signed_error(const Set& set, const Outcome& o) {
    const double off = o.predicted - o.row->measured;
    return set.absolute ? off : 100 * off / o.row->measured;
}

Summary summarise(const Set& set, const std::vector<const Outcome*>& rows, Summary named) {
    std::vector<double> errors, off;
    std::map<std::string, std::vector<Pair>> by_sweep;
    for (const Outcome* o : rows) {
        errors.push_back(error_of(set, *o));
        off.push_back(signed_error(set, *o));
        by_sweep[o->row->order].push_back({o->row->measured, o->predicted});
    }
    named.rows = rows.size();
    named.median = median(errors);
    named.p90 = quantile(errors, 0.9);
    named.worst = quantile(errors, 1);
    named.bias = median(off);
    for (const auto& [sweep, pairs] : by_sweep) {
        const Order order = order_of(pairs);
        named.order.pairs += order.pairs;
        named.order.right += order.right;
    }
    return named;
}

std::vector<const Outcome*> worst_rows(const SetOutcome& outcome) {
    std::vector<const Outcome*> rows;
    for (const Outcome& o : outcome.rows)
        if (o.trouble.empty()) rows.push_back(&o);
    const std::size_t count = std::min(kMisses, rows.size());
    std::ranges::partial_sort(rows, rows.begin() + static_cast<std::ptrdiff_t>(count),
                              std::greater{},
                              [&](const Outcome* o) { return error_of(outcome.set, *o); });
    rows.resize(count);
    return rows;
}

const char* half(bool held_out) {
    return held_out ? "held out" : "fitted";
}

void print_sweeps(std::FILE* out, const SetOutcome& outcome, bool all) {
    auto list = sweeps(outcome);
    std::ranges::sort(list, {}, [](const Sweep& s) { return order_of(s.rows).share(); });
    if (!all && list.size() > kMisses) list.resize(kMisses);
    fmt::print(out, "  {} by order: rank correlation, share of pairs with the right sign\n",
               all ? "sweeps" : "worst sweeps");
    for (const Sweep& s : list)
        fmt::print(out, "    {:>6.3f} {:>6.1f} %  {:<8}  {}\n", rank_correlation(s.rows),
                   100 * order_of(s.rows).share(), half(s.held_out), s.name);
}

void print_left_out(std::FILE* out, const SetOutcome& outcome, std::string_view begin) {
    for (const auto& [reason, rows] : outcome.left_out)
        fmt::print(out, "{}{} rows: {}\n", begin, rows, reason);
}

void print_troubles(std::FILE* out, const SetOutcome& outcome) {
    const auto failed =
        std::ranges::count_if(outcome.rows, [](const Outcome& o) { return !o.trouble.empty(); });
    if (failed == 0) return;
    fmt::print(out, "  {} rows could not be replayed; the first:\n", failed);
    for (const Outcome& o : outcome.rows)
        if (!o.trouble.empty()) {
            fmt::print(out, "    {}: {}\n", o.row->name, o.trouble);
            return;
        }
}

}  // namespace

double error_of(const Set& set, const Outcome& outcome) {
    return std::abs(signed_error(set, outcome));
}

std::vector<Summary> summaries(const SetOutcome& outcome) {
    std::map<std::tuple<std::string, std::string, bool>, std::vector<const Outcome*>> groups;
    for (const Outcome& o : outcome.rows) {
        if (!o.trouble.empty()) continue;
        const bool held = held_out(*o.row);
        groups[{o.row->group, o.row->chip, held}].push_back(&o);
        groups[{o.row->group, "~all", held}].push_back(&o);  // behind the chips
    }
    std::vector<Summary> all;
    for (const auto& [key, rows] : groups) {
        const auto& [group, chip, held] = key;
        all.push_back(summarise(outcome.set, rows,
                                {.chip = chip == "~all" ? "all" : chip,
                                 .group = group,
                                 .held_out = held,
                                 .order = {}}));
    }
    return all;
}

std::vector<Sweep> sweeps(const SetOutcome& outcome) {
    std::map<std::pair<std::string, bool>, Sweep> all;
    for (const Outcome& o : outcome.rows) {
        if (!o.trouble.empty()) continue;
        const bool held = held_out(*o.row);
        Sweep& s = all[{o.row->order, held}];
        s.name = o.row->order;
        s.held_out = held;
        s.rows.push_back({o.row->measured, o.predicted});
    }
    std::vector<Sweep> list;
    for (auto& [key, sweep] : all) list.push_back(std::move(sweep));
    return list;
}

TimeError time_error(const SetOutcome& outcome) {
    std::vector<double> errors;
    for (const Outcome& o : outcome.rows) {
        if (!o.trouble.empty() || !held_out(*o.row) || o.row->bound) continue;
        const double ratio = o.predicted / o.row->measured;
        errors.push_back(100 * std::abs((outcome.set.absolute ? 1 / ratio : ratio) - 1));
    }
    return {errors.size(), median(errors), quantile(errors, 0.9)};
}

void print_text(std::FILE* out, const SetOutcome& outcome, bool every_sweep) {
    const Set& set = outcome.set;
    fmt::print(out, "{}: {} rows, {}; errors in {}\n", set.name, outcome.rows.size(), set.unit,
               set.absolute ? "points" : "% of the measurement");
    fmt::print(out, "  {:<24} {:<5} {:<8} {:>5} {:>7} {:>7} {:>7} {:>7}  {}\n", "group", "chip",
               "half", "rows", "median", "p90", "worst", "bias", "order");
    for (const Summary& s : summaries(outcome))
        fmt::print(out,
                   "  {:<24} {:<5} {:<8} {:>5} {:>7.1f} {:>7.1f} {:>7.1f} {:>+7.1f}  {:.1f} %\n",
                   s.group, s.chip, half(s.held_out), s.rows, s.median, s.p90, s.worst, s.bias,
                   100 * s.order.share());
    const TimeError e = time_error(outcome);
    fmt::print(out, "  time of all {} rows held out: median {:.1f} %, p90 {:.1f} %\n", e.rows,
               e.median, e.p90);
    print_sweeps(out, outcome, every_sweep);
    fmt::print(out, "  rows that miss most: measured, predicted\n");
    for (const Outcome* o : worst_rows(outcome))
        fmt::print(out, "    {:>12.6g} {:>12.6g}  {}\n", o->row->measured, o->predicted,
                   o->row->name);
    print_troubles(out, outcome);
    print_left_out(out, outcome, "  left out, ");
}

void print_markdown(std::FILE* out, const SetOutcome& outcome) {
    const char* unit = outcome.set.absolute ? "points" : "%";
    fmt::print(out,
               "### {}\n\n| group | chip | half | rows | median | p90 | worst | order |\n"
               "|---|---|---|---|---|---|---|---|\n",
               outcome.set.name);
    for (const Summary& s : summaries(outcome))
        fmt::print(out, "| {} | {} | {} | {} | {:.1f} {} | {:.1f} | {:.1f} | {:.1f} % |\n", s.group,
                   s.chip, half(s.held_out), s.rows, s.median, unit, s.p90, s.worst,
                   100 * s.order.share());
    const TimeError e = time_error(outcome);
    fmt::print(out, "\nTime of all {} rows held out: median {:.1f} %, p90 {:.1f} %.\n", e.rows,
               e.median, e.p90);
    fmt::print(out, "\nRows that miss most:\n\n| measured | predicted | row |\n|---|---|---|\n");
    for (const Outcome* o : worst_rows(outcome))
        fmt::print(out, "| {:.6g} | {:.6g} | {} |\n", o->row->measured, o->predicted, o->row->name);
    if (!outcome.left_out.empty()) fmt::print(out, "\nNot replayed:\n\n");
    print_left_out(out, outcome, "- ");
    fmt::print(out, "\n");
}

nlohmann::ordered_json to_json(const SetOutcome& outcome) {
    nlohmann::ordered_json groups = nlohmann::ordered_json::array(), orders = groups,
                           misses = groups;
    for (const Summary& s : summaries(outcome))
        groups.push_back({{"group", s.group},
                          {"chip", s.chip},
                          {"held_out", s.held_out},
                          {"rows", s.rows},
                          {"median", s.median},
                          {"p90", s.p90},
                          {"worst", s.worst},
                          {"bias", s.bias},
                          {"pairs", s.order.pairs},
                          {"pairs_right", s.order.right}});
    for (const Sweep& s : sweeps(outcome)) {
        const Order order = order_of(s.rows);
        orders.push_back({{"sweep", s.name},
                          {"held_out", s.held_out},
                          {"rows", s.rows.size()},
                          {"rank_correlation", rank_correlation(s.rows)},
                          {"pairs", order.pairs},
                          {"pairs_right", order.right}});
    }
    for (const Outcome* o : worst_rows(outcome))
        misses.push_back(
            {{"row", o->row->name}, {"measured", o->row->measured}, {"predicted", o->predicted}});
    const auto failed =
        std::ranges::count_if(outcome.rows, [](const Outcome& o) { return !o.trouble.empty(); });
    const TimeError e = time_error(outcome);
    return {{"unit", outcome.set.unit},
            {"error", outcome.set.absolute ? "points" : "per cent of the measurement"},
            {"rows", outcome.rows.size()},
            {"failed", failed},
            {"left_out", outcome.left_out},
            {"held_out_time", {{"rows", e.rows}, {"median", e.median}, {"p90", e.p90}}},
            {"groups", groups},
            {"sweeps", orders},
            {"misses", misses}};
}

void write_rows(std::ofstream& out, const std::vector<SetOutcome>& outcomes) {
    out << "set,chip,group,held_out,sweep,name,measured,predicted,trouble\n";
    for (const SetOutcome& set : outcomes)
        for (const Outcome& o : set.rows)
            out << fmt::format("{},{},{},{},\"{}\",\"{}\",{},{},\"{}\"\n", set.set.name,
                               o.row->chip, o.row->group, held_out(*o.row), o.row->sweep,
                               o.row->name, o.row->measured, o.predicted, o.trouble);
    if (!out.flush()) throw std::runtime_error("the file of --rows could not be written whole");
}

}  // namespace ironbird::accuracy

// A log as tables for a terminal.
#include <fmt/format.h>

#include "analysis/log/log.hpp"

namespace ironbird::analysis {
namespace {

using Out = std::back_insert_iterator<std::string>;

double share(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

void add_cbs(Out out, const Log& log) {
    if (log.cbs.empty()) return;
    fmt::format_to(out, "\n{:<5} {:<10} {:>6} {:>7} {:>6} {:>9} {:>9} {:>9} {:>9} {:>6} {:>7}\n",
                   "CB", "format", "pages", "page B", "cores", "reserves", "pushes", "waits",
                   "pops", "most", "full");
    for (const auto& [index, cb] : log.cbs)
        fmt::format_to(out, "{:<5} {:<10} {:>6} {:>7} {:>6} {:>9} {:>9} {:>9} {:>9} {:>6} {:>7}\n",
                       fmt::format("c_{}", index), cb.format, cb.pages, cb.page_bytes, cb.cores,
                       cb.reserve.calls, cb.pushes, cb.wait.calls, cb.pops, cb.most, cb.full);
}

void add_waits(Out out, const Log& log) {
    if (log.cbs.empty()) return;
    fmt::format_to(out, "\n{:<5} {:<12} {:>9} {:>12} {:>9} {:>8}\n", "CB", "blocked in", "times",
                   "cycles", "longest", "share");
    for (const auto& [index, cb] : log.cbs)
        for (const auto& [what, w] : {std::pair("reserve", cb.reserve), std::pair("wait", cb.wait)})
            fmt::format_to(out, "{:<5} {:<12} {:>9} {:>12} {:>9} {:>6.1f} %\n",
                           fmt::format("c_{}", index), what, w.blocked, w.cycles, w.longest,
                           share(w.cycles, log.core_cycles));
}

void add_kernels(Out out, const Log& log) {
    if (log.kernels.empty()) return;
    fmt::format_to(out, "\n{:<24} {:<7} {:>6} {:>12} {:>12}\n", "kernel", "on", "runs", "mean",
                   "longest");
    for (const KernelLog& k : log.kernels)
        fmt::format_to(out, "{:<24} {:<7} {:>6} {:>12} {:>12}{}\n", k.name, k.processor, k.runs,
                       k.runs == 0 ? 0 : k.cycles / k.runs, k.longest,
                       k.unfinished == 0 ? "" : fmt::format("  {} without an end", k.unfinished));
}

void add_buffers(Out out, const Log& log) {
    if (log.buffers.empty()) return;
    fmt::format_to(out, "\n{:<10} {:>9} {:>6} {:>14} {:>14}\n", "buffers", "allocated", "freed",
                   "most bytes", "left bytes");
    for (const auto& [type, b] : log.buffers)
        fmt::format_to(out, "{:<10} {:>9} {:>6} {:>14} {:>14}\n", type, b.allocated, b.freed,
                       b.most_bytes, b.bytes);
}

void add_facts(Out out, const Log& log) {
    if (log.facts.empty()) return;
    fmt::format_to(out, "\nolder lines\n");
    for (const auto& [name, n] : log.facts) fmt::format_to(out, "  {:<20} {:>12}\n", name, n);
}

void add_plan(Out out, const Log& log, const Prediction& p, const Settings& s) {
    const Metrics& m = p.metrics;
    fmt::format_to(out, "\nplan      {} A and {} B tiles in c_0 {}, c_1 {}, c_2 {}, c_16 {}: miss ",
                   p.work.a_tiles, p.work.b_tiles, p.depths[0], p.depths[1], p.depths[2],
                   p.depths[3]);
    fmt::format_to(out, "{:.1f} %, score {:.1f} ({}), risk {}, B fetched {:g} times\n",
                   100 * m.miss, m.score, name(s.score().of(m.score)), name(m.risk), m.reread);
    const auto b = log.cbs.find(1);
    if (b == log.cbs.end() || b->second.pushes == 0) return;
    fmt::format_to(out,
                   "measured  c_1 held up to {} of {} pages; its producer stood still {:.1f} % of "
                   "the cores' time, its consumer {:.1f} %\n",
                   b->second.most, b->second.pages,
                   share(b->second.reserve.cycles, log.core_cycles),
                   share(b->second.wait.cycles, log.core_cycles));
}

}  // namespace

std::string to_text(const Log& log, const std::optional<Prediction>& plan,
                    const Settings& settings) {
    if (log.empty()) return fmt::format("no events in {} lines\n", log.lines);
    std::string text;
    const Out out = std::back_inserter(text);
    fmt::format_to(out, "{} events and {} older messages in {} lines", log.events, log.older,
                   log.lines);
    if (log.malformed > 0) fmt::format_to(out, "; {} events could not be read", log.malformed);
    text += '\n';
    add_cbs(out, log);
    add_waits(out, log);
    add_kernels(out, log);
    add_buffers(out, log);
    add_facts(out, log);
    if (plan) add_plan(out, log, *plan, settings);
    return text;
}

}  // namespace ironbird::analysis

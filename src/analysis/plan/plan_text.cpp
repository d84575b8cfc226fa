// Plans and sweeps as tables for a terminal.
#include <fmt/format.h>

#include "analysis/plan/plan.hpp"

namespace ironbird::analysis {
namespace {

using Out = std::back_insert_iterator<std::string>;

std::string kib(std::uint64_t bytes) {
    return bytes % 1024 == 0 ? fmt::format("{} KiB", bytes / 1024)
                             : fmt::format("{:.1f} KiB", static_cast<double>(bytes) / 1024);
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

std::string cb_name(std::size_t k) {
    return fmt::format("c_{}", kCbIndices[k]);
}

void add_head(Out out, const Plan& p) {
    const Workload& w = p.work;
    if (!w.name.empty()) fmt::format_to(out, "{}\n", w.name);
    fmt::format_to(out, "{} A tiles and {} B tiles of {} B on {} ({})", w.a_tiles, w.b_tiles,
                   w.tile_bytes, p.map.name, p.map.arch);
    if (w.cores > 1) fmt::format_to(out, ", {} cores with up to {} A tiles", w.cores, w.share());
    const std::string range = p.size.to == 0
                                  ? fmt::format("from {} tiles", p.size.from)
                                  : fmt::format("{} to {} tiles", p.size.from, p.size.to);
    fmt::format_to(out, "\nclass  {} ({}): {}\n", p.size.name, range, p.size.strategy);
}

void add_map(Out out, const Plan& p) {
    const L1Map& m = p.map;
    fmt::format_to(out, "\nL1     {} in all, {} reserved, {} available from {:#x}", kib(m.l1_bytes),
                   kib(m.reserved_bytes), kib(m.available()), m.unreserved_base);
    fmt::format_to(out, "; {} CBs, alignment {} B (DRAM {} B)\n", m.max_cbs, m.l1_alignment,
                   m.dram_alignment);
    const Workload& w = p.work;
    if (w.kernel_bytes + w.l1_buffer_bytes > 0)
        fmt::format_to(out, "       {} of kernels, {} of L1 buffers beside the circular buffers\n",
                       kib(w.kernel_bytes), kib(w.l1_buffer_bytes));
}

// Addresses as the CBs would get them, one after the other from the unreserved base.
void add_cbs(Out out, const Plan& p) {
    fmt::format_to(out, "\n{:<10} {:<5} {:<7} {:>6} {:>10} {:>7} {:>8} {:>8} {:>8}  {}\n", "policy",
                   "CB", "holds", "tiles", "bytes", "demand", "miss", "use", "useful", "address");
    for (const PolicyPlan& row : p.policies) {
        std::uint64_t address = p.map.unreserved_base;
        for (std::size_t k = 0; k < row.metrics.cbs.size(); k++) {
            const CbMetrics& cb = row.metrics.cbs[k];
            fmt::format_to(out, "{:<10} {:<5} {:<7} {:>6} {:>10} {:>7} {:>8} {:>8} {:>8}  {:#x}\n",
                           k == 0 ? row.policy->name : "", cb_name(k), kCbRoles[k], cb.tiles,
                           cb.bytes, cb.demand, percent(cb.miss), percent(cb.use),
                           percent(cb.useful), address);
            address += cb.bytes;
        }
    }
}

void add_metrics(Out out, const Plan& p, const Settings& s) {
    fmt::format_to(out, "\n{:<10} {:>9} {:>8} {:>8} {:>8} {:>8} {:>6} {:<7} {:<7} {:>6} {:>8}\n",
                   "policy", "CBs", "L1", "CB use", "miss B", "miss A", "score", "", "risk", "eff.",
                   "re-reads");
    for (const PolicyPlan& row : p.policies) {
        const Metrics& m = row.metrics;
        fmt::format_to(
            out, "{:<10} {:>9} {:>8} {:>8} {:>8} {:>8} {:>6.1f} {:<7} {:<7} {:>6.2f} {:>8}{}\n",
            row.policy->name, kib(m.cb_bytes), percent(m.occupancy), percent(m.use),
            percent(m.miss), percent(m.miss_a), m.score, name(s.score().of(m.score)), name(m.risk),
            m.efficiency, fmt::format("{:g} x", m.reread),
            !m.fits                ? "  does not fit"
            : row.layout.fell_back ? "  fell back to streaming"
                                   : "");
    }
}

}  // namespace

std::string to_text(const Plan& plan, const Settings& settings) {
    std::string text;
    const Out out = std::back_inserter(text);
    add_head(out, plan);
    add_map(out, plan);
    add_cbs(out, plan);
    add_metrics(out, plan, settings);
    text += '\n';
    for (const std::string& line : plan.flags) fmt::format_to(out, "flag   {}\n", line);
    for (const std::string& line : plan.advice) fmt::format_to(out, "do     {}\n", line);
    fmt::format_to(out, "note   {}\n", kMeaning);
    return text;
}

std::string to_text(const Sweep& sweep, const Settings& settings) {
    std::string text;
    const Out out = std::back_inserter(text);
    fmt::format_to(out, "as many A tiles as B tiles on {} ({}); miss rate of B, score\n\n{:>6}",
                   sweep.map.name, sweep.map.arch, "tiles");
    for (const PolicyPlan& p : sweep.plans.front().policies)
        fmt::format_to(out, " {:>15}", p.policy->name);
    fmt::format_to(out, "  class\n");
    for (const Plan& plan : sweep.plans) {
        fmt::format_to(out, "{:>6}", plan.work.a_tiles);
        for (const PolicyPlan& p : plan.policies)
            fmt::format_to(out, " {:>8} {:>6.1f}", percent(p.metrics.miss), p.metrics.score);
        fmt::format_to(out, "  {}\n", plan.size.name);
    }
    fmt::format_to(out, "\nfirst size past a band\n{:<10}", "policy");
    const std::size_t each = 4;
    for (std::size_t i = 0; i < each; i++) {
        const Crossing& c = sweep.crossings[i];
        fmt::format_to(
            out, " {:>15}",
            fmt::format("{} {} {:g}", c.metric, c.into == Level::high ? ">" : "from", c.limit));
    }
    for (std::size_t i = 0; i < sweep.crossings.size(); i++) {
        const Crossing& c = sweep.crossings[i];
        if (i % each == 0) fmt::format_to(out, "\n{:<10}", c.policy->name);
        fmt::format_to(out, " {:>15}", c.tiles == 0 ? "never" : fmt::format("{}", c.tiles));
    }
    fmt::format_to(out, "\n\nbands  miss {:g} and {:g} %, score {:g} and {:g}\nnote   {}\n",
                   settings.miss_low, settings.miss_high, settings.score_low, settings.score_high,
                   kMeaning);
    return text;
}

}  // namespace ironbird::analysis

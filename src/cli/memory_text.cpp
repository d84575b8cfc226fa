// The views of memory as tables, and as JSON.
#include <fmt/format.h>

#include <algorithm>

#include "cli/memory_view.hpp"
#include "cli/summary.hpp"

namespace ironbird::cli {
namespace {

// Where a range lies in L1.
std::string bar(std::uint64_t begin, std::uint64_t end, std::uint64_t all) {
    constexpr std::uint64_t width = 32;
    std::string cells(width, '.');
    const std::uint64_t first =
        std::min(begin * width / std::max<std::uint64_t>(all, 1), width - 1);
    const std::uint64_t last = end * width / std::max<std::uint64_t>(all, 1);
    for (std::uint64_t i = first; i < std::clamp(last, first + 1, width); i++) cells[i] = '#';
    return cells;
}

}  // namespace

std::string to_text(const CoreMap& m) {
    std::string text = fmt::format("L1 of chip {} core ({},{}), the fullest, at cycle {}\n", m.chip,
                                   m.x, m.y, grouped(m.cycle));
    for (const MapRow& row : m.rows)
        text += fmt::format("  {:>8} {:>8} {:>8} B  {}  {}\n", row.begin, row.end,
                            row.end - row.begin, bar(row.begin, row.end, m.l1_bytes), row.text);
    return text + fmt::format("  high water {} of {} B ({:.1f} %), free {} B, largest hole {} B\n",
                              grouped(m.high_water), grouped(m.l1_bytes),
                              m.l1_bytes == 0 ? 0
                                              : 100.0 * static_cast<double>(m.high_water) /
                                                    static_cast<double>(m.l1_bytes),
                              grouped(m.free), grouped(m.largest_hole));
}

std::string to_text(const ProgramView& p) {
    std::string text = fmt::format("{} (program {}), {}, {} cycles, on {}\n", p.name, p.numbers(),
                                   counted(p.launches, "launch", "es"), grouped(p.cycles), p.cores);
    text += fmt::format("  {:>6} {:>6} {:>7} {:>8} {:>7} {:>7} {:>17} {:>17}\n", "CB", "pages",
                        "page B", "L1 B", "most", "mean", "producer blocked", "consumer blocked");
    for (const CbView& cb : p.cbs)
        text += fmt::format("  {:>6} {:>6} {:>7} {:>8} {:>7} {:>7.1f} {:>17} {:>17}{}\n", cb.name(),
                            cb.pages, cb.page_bytes, cb.bytes, cb.max_pages, cb.mean(),
                            grouped(cb.reserve_blocked), grouped(cb.front_blocked),
                            cb.on_buffer ? "  on an L1 buffer" : "");
    return text;
}

Json to_json(const CoreMap& m) {
    Json rows = Json::array();
    for (const MapRow& row : m.rows)
        rows.push_back({{"begin", row.begin}, {"end", row.end}, {"what", row.text}});
    return {{"chip", m.chip},
            {"x", m.x},
            {"y", m.y},
            {"cycle", m.cycle},
            {"l1_bytes", m.l1_bytes},
            {"high_water_bytes", m.high_water},
            {"free_bytes", m.free},
            {"largest_hole_bytes", m.largest_hole},
            {"rows", std::move(rows)}};
}

Json to_json(const ProgramView& p) {
    Json one = {{"name", p.name},         {"programs", p.programs}, {"cores", p.cores},
                {"launches", p.launches}, {"cycles", p.cycles},     {"cbs", Json::array()}};
    for (const CbView& cb : p.cbs)
        one["cbs"].push_back({{"indices", cb.indices},
                              {"pages", cb.pages},
                              {"page_bytes", cb.page_bytes},
                              {"bytes", cb.bytes},
                              {"on_buffer", cb.on_buffer},
                              {"max_pages", cb.max_pages},
                              {"mean_pages", cb.mean()},
                              {"reserve_waits", cb.reserve_waits},
                              {"reserve_blocked_cycles", cb.reserve_blocked},
                              {"front_waits", cb.front_waits},
                              {"front_blocked_cycles", cb.front_blocked}});
    return one;
}

}  // namespace ironbird::cli

// Sums and comparisons of the records.
#include "profile/l1_use/records.hpp"

#include <algorithm>
#include <numeric>

#include "tile/format.hpp"

namespace ironbird::profile {

bool BufferRecord::takes_from(std::uint32_t core) const {
    return in_l1() && (!local || std::ranges::find(cores, core) != cores.end());
}

void CbUsage::add(const CbUsage& o) {
    const bool fuller = std::pair(o.max_pages, o.page_cycles) > std::pair(max_pages, page_cycles);
    if (fuller || histogram.empty()) {
        histogram = o.histogram;
        page_cycles = o.page_cycles;
        max_pages = o.max_pages;
    }
    most_asked = std::max(most_asked, o.most_asked);
    unit = std::gcd(unit, o.unit);
    reserve_waits += o.reserve_waits;
    reserve_blocked += o.reserve_blocked;
    front_waits += o.front_waits;
    front_blocked += o.front_blocked;
}

bool CbMemory::same_setup(const CbMemory& o) const {
    return indices == o.indices && format == o.format && address == o.address && bytes == o.bytes &&
           page_bytes == o.page_bytes && on_buffer == o.on_buffer && cores == o.cores;
}

bool LaunchMemory::same_setup(const LaunchMemory& o) const {
    return name == o.name && cores == o.cores &&
           std::ranges::equal(cbs, o.cbs,
                              [](const auto& a, const auto& b) { return a.same_setup(b); });
}

void LaunchMemory::fold(const LaunchMemory& later) {
    for (std::size_t i = 0; i < cbs.size(); i++) cbs[i].usage.add(later.cbs[i].usage);
    end = std::max(end, later.end);
    runs += later.runs;
    for (const auto& [first, last] : later.programs) {
        if (first >= programs.back().first && last <= programs.back().second) continue;
        if (first == programs.back().second + 1)
            programs.back().second = last;
        else
            programs.emplace_back(first, last);
    }
}

std::string_view format_name(std::uint8_t format) {
    constexpr std::string_view raw[] = {"RawUInt8", "RawUInt16", "RawUInt32"};
    constexpr std::uint8_t first_raw = 240;
    if (const tile::FormatRow* row = tile::find(static_cast<tile::Format>(format)))
        return row->name;
    if (format >= first_raw && format < first_raw + std::size(raw)) return raw[format - first_raw];
    return "Invalid";
}

}  // namespace ironbird::profile

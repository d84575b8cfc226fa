// Page lists packed into runs.
#include <algorithm>
#include <tt-metalium/buffer_page_mapping.hpp>

namespace tt::tt_metal {
namespace {

using Run = BufferCorePageMapping::ContiguousHostPages;

std::vector<Run> runs_of(const std::vector<uint32_t>& pages) {
    std::vector<Run> runs;
    for (uint32_t row = 0; row < pages.size(); row++) {
        if (pages[row] == UncompressedBufferPageMapping::PADDING) continue;
        const bool follows = !runs.empty() &&
                             runs.back().device_page_offset + runs.back().num_pages == row &&
                             runs.back().host_page_start + runs.back().num_pages == pages[row];
        if (follows)
            runs.back().num_pages++;
        else
            runs.push_back({row, pages[row], 1});
    }
    return runs;
}

// The part of a run within [begin, end) of the host's pages; empty if they do not meet.
Run clipped(const Run& run, uint32_t begin, uint32_t end) {
    const uint32_t from = std::max(run.host_page_start, begin);
    const uint32_t to = std::min(run.host_page_start + run.num_pages, end);
    if (from >= to) return {};
    return {run.device_page_offset + from - run.host_page_start, from, to - from};
}

}  // namespace

BufferPageMapping::BufferPageMapping(const UncompressedBufferPageMapping& pages)
    : all_cores(pages.all_cores), core_page_mappings(pages.all_cores.size()) {
    for (uint32_t i = 0; i < all_cores.size(); i++) {
        core_to_core_id[all_cores[i]] = i;
        if (i >= pages.core_host_page_indices.size()) continue;
        const auto& list = pages.core_host_page_indices[i];
        auto runs = runs_of(list);
        if (!runs.empty())
            core_page_mappings[i].push_back(
                {0, static_cast<uint32_t>(list.size()), std::move(runs)});
    }
}

BufferPageMapping BufferPageMapping::filter_by_host_range(uint32_t begin, uint32_t end) const {
    BufferPageMapping part;
    part.all_cores = all_cores;
    part.core_to_core_id = core_to_core_id;
    part.core_page_mappings.resize(all_cores.size());
    for (std::size_t core = 0; core < core_page_mappings.size(); core++)
        for (const BufferCorePageMapping& m : core_page_mappings[core])
            for (const Run& run : m.host_ranges)
                if (const Run c = clipped(run, begin, end); c.num_pages != 0)
                    part.core_page_mappings[core].push_back(
                        {m.device_start_page + c.device_page_offset,
                         c.num_pages,
                         {{0, c.host_page_start, c.num_pages}}});
    return part;
}

}  // namespace tt::tt_metal

// Which page of a sharded buffer lies where.
#pragma once

#include <cstdint>
#include <limits>
#include <tt-metalium/core_coord.hpp>
#include <unordered_map>
#include <vector>

namespace tt::tt_metal {

// For each core the host pages in the order of its device pages.
struct UncompressedBufferPageMapping {
    static constexpr uint32_t PADDING = std::numeric_limits<uint32_t>::max();  // no host page

    std::vector<CoreCoord> all_cores;
    std::vector<std::vector<uint32_t>> core_host_page_indices;
};

// Runs of host pages within a run of device pages of one core.
struct BufferCorePageMapping {
    struct ContiguousHostPages {
        uint32_t device_page_offset = 0;
        uint32_t host_page_start = 0;
        uint32_t num_pages = 0;
    };

    uint32_t device_start_page = 0;
    uint32_t num_pages = 0;
    std::vector<ContiguousHostPages> host_ranges;
};

struct BufferPageMapping {
    BufferPageMapping() = default;
    BufferPageMapping(const UncompressedBufferPageMapping& pages);

    // Only the host pages from start (inclusive) to end (exclusive).
    BufferPageMapping filter_by_host_range(uint32_t start_host_page, uint32_t end_host_page) const;

    std::vector<CoreCoord> all_cores;
    std::unordered_map<CoreCoord, uint32_t> core_to_core_id;
    std::vector<std::vector<BufferCorePageMapping>> core_page_mappings;
};

}  // namespace tt::tt_metal

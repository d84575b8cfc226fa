// Which page of a sharded buffer lies where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
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

    // The host page of each device page; nothing for padding.
    class Iterator {
     public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = std::optional<uint32_t>;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = std::optional<uint32_t>;

        // A run of pages that are neighbours on both sides.
        struct Range {
            uint32_t device_page_offset = 0;
            uint32_t host_page_start = 0;
            uint32_t num_pages = 0;
        };

        Iterator() = default;
        Iterator(const BufferCorePageMapping* mapping, uint32_t device_page_offset);

        std::optional<uint32_t> operator*() const;
        Iterator& operator++();
        Iterator operator++(int);
        Iterator& operator+=(uint32_t pages);
        bool operator==(const Iterator&) const = default;

        uint32_t device_page_offset() const { return page_; }
        // The rest of the current or the next run, as far as `end`; afterwards this is behind it.
        Range next_range(uint32_t end_device_page_offset);

     private:
        void settle();  // on the run that holds the page, or the next one

        const BufferCorePageMapping* mapping_ = nullptr;
        uint32_t page_ = 0;
        std::size_t run_ = 0;
    };

    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, num_pages}; }
};

struct BufferPageMapping {
    BufferPageMapping() = default;
    BufferPageMapping(const UncompressedBufferPageMapping& pages);

    // Only the host pages from start (inclusive) to end (exclusive).
    BufferPageMapping filter_by_host_range(uint32_t start_host_page, uint32_t end_host_page) const;

    std::vector<CoreCoord> all_cores;
    std::unordered_map<CoreCoord, uint32_t> core_to_core_id;
    std::vector<std::vector<BufferCorePageMapping>> core_page_mappings;

    struct MappedPage {
        uint32_t core_id = 0;
        uint32_t device_page = 0;
        uint32_t host_page = 0;
    };

    // Pages that are not padding, core by core, in the order of device pages.
    class Iterator {
     public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = MappedPage;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = MappedPage;

        Iterator() = default;
        Iterator(const BufferPageMapping* mapping, std::size_t core);

        MappedPage operator*() const;
        Iterator& operator++();
        Iterator operator++(int);
        bool operator==(const Iterator&) const = default;

     private:
        void settle();  // on a page that exists, or behind the last core

        const BufferPageMapping* mapping_ = nullptr;
        std::size_t core_ = 0, part_ = 0, run_ = 0;
        uint32_t page_ = 0;
    };

    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, core_page_mappings.size()}; }
};

}  // namespace tt::tt_metal

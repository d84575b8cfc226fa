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

using CorePages = BufferCorePageMapping::Iterator;

BufferCorePageMapping::Iterator::Iterator(const BufferCorePageMapping* mapping,
                                          uint32_t device_page_offset)
    : mapping_(mapping), page_(device_page_offset) {
    settle();
}

void CorePages::settle() {
    const auto& runs = mapping_->host_ranges;
    while (run_ < runs.size() && runs[run_].device_page_offset + runs[run_].num_pages <= page_)
        run_++;
}

std::optional<uint32_t> CorePages::operator*() const {
    if (run_ == mapping_->host_ranges.size()) return std::nullopt;
    const Run& run = mapping_->host_ranges[run_];
    if (page_ < run.device_page_offset) return std::nullopt;
    return run.host_page_start + page_ - run.device_page_offset;
}

CorePages& CorePages::operator+=(uint32_t pages) {
    page_ += pages;
    settle();
    return *this;
}
CorePages& CorePages::operator++() {
    return *this += 1;
}
CorePages CorePages::operator++(int) {
    const CorePages before = *this;
    ++*this;
    return before;
}

CorePages::Range CorePages::next_range(uint32_t end_device_page_offset) {
    if (run_ == mapping_->host_ranges.size()) {
        page_ = end_device_page_offset;
        return {end_device_page_offset, 0, 0};
    }
    const Run& run = mapping_->host_ranges[run_];
    const uint32_t from = std::max(page_, run.device_page_offset);
    const uint32_t to = std::min(run.device_page_offset + run.num_pages, end_device_page_offset);
    if (from >= to) {
        page_ = end_device_page_offset;
        return {end_device_page_offset, 0, 0};
    }
    const Range range{from, run.host_page_start + from - run.device_page_offset, to - from};
    page_ = to;
    settle();
    return range;
}

using AllPages = BufferPageMapping::Iterator;

BufferPageMapping::Iterator::Iterator(const BufferPageMapping* mapping, std::size_t core)
    : mapping_(mapping), core_(core) {
    settle();
}

void AllPages::settle() {
    const auto& cores = mapping_->core_page_mappings;
    while (core_ < cores.size()) {
        if (part_ == cores[core_].size()) {
            core_++;
            part_ = 0;
        } else if (run_ == cores[core_][part_].host_ranges.size()) {
            part_++;
            run_ = 0;
        } else if (page_ == cores[core_][part_].host_ranges[run_].num_pages) {
            run_++;
            page_ = 0;
        } else {
            return;
        }
    }
}

BufferPageMapping::MappedPage AllPages::operator*() const {
    const BufferCorePageMapping& part = mapping_->core_page_mappings[core_][part_];
    const Run& run = part.host_ranges[run_];
    return {static_cast<uint32_t>(core_), part.device_start_page + run.device_page_offset + page_,
            run.host_page_start + page_};
}
AllPages& AllPages::operator++() {
    page_++;
    settle();
    return *this;
}
AllPages AllPages::operator++(int) {
    const AllPages before = *this;
    ++*this;
    return before;
}

}  // namespace tt::tt_metal

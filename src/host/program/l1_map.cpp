// Rows of a core's L1 by address, and the arithmetic of what would fit.
#include "host/program/l1_map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <enchantum/enchantum.hpp>

#include "host/buffer/buffer_state.hpp"

namespace ironbird::host {
namespace {

using tt::tt_metal::Buffer;

struct MapRow {
    std::uint64_t begin, end;
    std::string text;
};

std::string indices_text(const CbRecord& cb) {
    std::vector<unsigned> indices(cb.config.buffer_indices().begin(),
                                  cb.config.buffer_indices().end());
    std::ranges::sort(indices);
    return fmt::format("CB {}", fmt::join(indices, ","));
}

std::uint32_t page_of(const CbRecord& cb) {
    std::uint32_t smallest = cb.bytes;
    for (const std::uint8_t index : cb.config.buffer_indices())
        if (const auto page = cb.config.page_sizes()[index]) smallest = std::min(smallest, *page);
    return std::max(smallest, 1u);
}

std::string pages_text(std::uint64_t pages) {
    return fmt::format("{} page{}", pages, pages == 1 ? "" : "s");
}

MapRow row_of(const CbRecord& cb, const ProgramState& program) {
    return {cb.address, std::uint64_t{cb.address} + cb.bytes,
            fmt::format("{} of program {}: {} of {} B", indices_text(cb), program.id,
                        pages_text(cb.bytes / page_of(cb)), page_of(cb))};
}

// The program may have circular buffers on it.
MapRow row_of(const Buffer& buffer, const ProgramState* program) {
    const BufferState& s = buffer.state();
    std::string text =
        fmt::format("buffer {}: {} {}, {} B in all", s.unique_id, mem::name(kind_of(s.type)),
                    enchantum::to_string(s.layout), s.size);
    if (const std::string made = s.made.text(); !made.empty()) text += ", made at " + made;
    const std::uint64_t end = s.address + buffer.aligned_size_per_bank();
    if (program != nullptr)
        for (const auto& cb : program->cbs)
            if (cb->config.dynamic_cb() && cb->address >= s.address && cb->address < end)
                text += fmt::format(", below {}", indices_text(*cb));
    return {s.address, end, text};
}

// Those that own their bytes, of the whole device and of its sub-devices.
std::vector<const Buffer*> l1_buffers(const DeviceState& device, std::size_t place) {
    std::vector<const Buffer*> all;
    const auto gather = [&](DeviceMemory& memory) {
        for (const Buffer* b : memory.buffers())
            if (b->is_l1() && b->state().owner) all.push_back(b);
    };
    gather(*device.sub_devices->memory());
    const Division& division = device.sub_devices->active();
    for (std::size_t i = 0; i < division.local.size(); i++)
        if (division.local[i] && division.masks[i][place]) gather(*division.local[i]);
    std::ranges::sort(all, {}, [](const Buffer* b) { return b->state().address; });
    return all;
}

struct Holes {
    std::uint64_t largest = 0, all = 0;
};

// Rows by their begin; they may overlap, that is what is wrong.
Holes holes_of(const std::vector<MapRow>& rows, std::uint64_t l1_bytes) {
    Holes holes;
    std::uint64_t at = 0;
    const auto reach = [&](std::uint64_t begin) {
        if (begin <= at) return;
        holes.largest = std::max(holes.largest, begin - at);
        holes.all += begin - at;
    };
    for (const MapRow& row : rows) {
        reach(row.begin);
        at = std::max(at, row.end);
    }
    reach(l1_bytes);
    return holes;
}

std::uint64_t up(std::uint64_t bytes, std::uint64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

// How many pages the largest circular buffer of the core may keep.
std::string what_fits(const ProgramState& program, std::size_t place, std::uint64_t end,
                      std::uint64_t limit, const mem::AllocatorConfig& config) {
    const CbRecord* largest = nullptr;
    for (const auto& cb : program.cbs)
        if (cb->mask[place] && !cb->config.dynamic_cb() &&
            (largest == nullptr || cb->bytes > largest->bytes))
            largest = cb.get();
    if (largest == nullptr) return "nothing of this program can give way";
    const std::uint64_t page = page_of(*largest), excess = end - limit;
    std::uint64_t pages = largest->bytes / page;
    const auto freed = [&](std::uint64_t kept) {
        return std::min(largest->bytes - kept * page, up(largest->bytes, config.dram_alignment) -
                                                          up(kept * page, config.dram_alignment));
    };
    while (pages > 0 && freed(pages) < excess) pages--;
    if (pages > 0)
        return fmt::format("would fit: {} with {} instead of {}", indices_text(*largest),
                           pages_text(pages), largest->bytes / page);
    return fmt::format(
        "would not fit without {}, either: circular buffers have {} B here and take {} B",
        indices_text(*largest), limit > config.l1_base ? limit - config.l1_base : 0,
        end - config.l1_base);
}

std::string map_text(std::vector<MapRow>& rows, Logical core, std::uint64_t l1_bytes) {
    std::ranges::stable_sort(rows, {}, &MapRow::begin);
    std::string text = fmt::format("L1 of core ({},{}), {} B:", core.x, core.y, l1_bytes);
    for (const MapRow& row : rows)
        text += fmt::format("\n  {:>9} to {:>9}  {:>9} B  {}", row.begin, row.end,
                            row.end - row.begin, row.text);
    const Holes holes = holes_of(rows, l1_bytes);
    return text + fmt::format("\n  free {} B, largest hole {} B", holes.all, holes.largest);
}

const mem::AllocatorConfig& config_of(const DeviceState& device) {
    return device.sub_devices->memory()->banks().config();
}

}  // namespace

std::string l1_map(const ProgramState& program, const DeviceState& device, Logical core,
                   std::uint64_t end, std::uint64_t limit) {
    const mem::AllocatorConfig& config = config_of(device);
    const std::size_t place = place_of(core);
    std::vector<MapRow> rows = {{0, config.l1_base, "reserved, with the kernels' configuration"}};
    for (const auto& cb : program.cbs)
        if (cb->mask[place] && !cb->config.dynamic_cb()) rows.push_back(row_of(*cb, program));
    for (const Buffer* b : l1_buffers(device, place)) rows.push_back(row_of(*b, &program));
    return map_text(rows, core, config.l1_bytes) + "; " +
           what_fits(program, place, end, limit, config);
}

std::string l1_buffer_map(const DeviceState& device) {
    const mem::AllocatorConfig& config = config_of(device);
    const Logical core = device.chip().l1_bank_core(0);
    std::vector<MapRow> rows = {{0, config.l1_base, "reserved, with the kernels' configuration"}};
    for (const Buffer* b : l1_buffers(device, place_of(core))) rows.push_back(row_of(*b, nullptr));
    return map_text(rows, core, config.l1_bytes);
}

}  // namespace ironbird::host

// Addresses of circular buffers: one after the other from the first free byte of L1.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/fault.hpp"
#include "host/buffer/buffer_state.hpp"
#include "host/device/device_state.hpp"
#include "host/program/cb_depth.hpp"
#include "host/program/l1_map.hpp"
#include "host/program/program_state.hpp"

namespace ironbird::host {
namespace {

using Ends = std::vector<std::uint64_t>;  // by place: first byte behind its circular buffers

std::uint64_t highest(const Ends& ends, const CoreMask& cores) {
    std::uint64_t end = 0;
    for_each_place(cores, [&](std::size_t p) { end = std::max(end, ends[p]); });
    return end;
}

void place_on_buffer(CbRecord& cb) {
    // Caught here, before a kernel writes over somebody else's data.
    if (cb.config.lost_buffer())
        throw Error(Fault::buffer_freed,
                    fmt::format("the L1 buffer at {:#x} below a circular buffer has been freed",
                                *cb.config.globally_allocated_address()));
    cb.address = *cb.config.globally_allocated_address();
}

Logical core_with(const Ends& ends, std::uint64_t end) {
    return core_at(
        static_cast<std::size_t>(std::find(ends.begin(), ends.end(), end) - ends.begin()));
}

// The range, of those that circular buffers were created on, with the one that ends there.
std::string range_of(const ProgramState& program, Logical core, std::uint64_t end) {
    const tt::tt_metal::CoreCoord at{core.x, core.y};
    std::string text;
    for (const auto& cb : program.cbs)
        for (const auto& range : cb->cores.ranges())
            if (!cb->config.dynamic_cb() && range.contains(at) &&
                (text.empty() || cb->address + std::uint64_t{cb->bytes} == end))
                text = range.str();
    return text;
}

// Upstream's words first: scripts look for them.
void check_ends(const Ends& ends, const ProgramState& program, const DeviceState& device) {
    const std::uint64_t end = *std::max_element(ends.begin(), ends.end());
    const auto& config = device.sub_devices->memory()->banks().config();
    const Logical core = core_with(ends, end);
    if (end > config.l1_bytes)
        throw Error(Fault::cb_overflow,
                    fmt::format("Statically allocated circular buffers on core range {} grow to {} "
                                "B which is beyond max L1 size of {} B",
                                range_of(program, core, end), end, config.l1_bytes),
                    {}, l1_map(program, device, core, end, config.l1_bytes));
    const auto lowest = device.sub_devices->lowest_l1({});
    if (lowest && *lowest < end)
        throw Error(Fault::cb_clash,
                    fmt::format("Statically allocated circular buffers in program {} clash with L1 "
                                "buffers on core range {}. L1 buffer allocated at {} and static "
                                "circular buffer region ends at {}",
                                program.id, range_of(program, core, end), *lowest, end),
                    {}, l1_map(program, device, core, end, *lowest));
}

}  // namespace

void place_circular_buffers(ProgramState& program, const DeviceState& device) {
    const auto& config = device.sub_devices->memory()->banks().config();
    // Upstream aligns them for DRAM, so that a page can be read into its place.
    const std::uint64_t alignment = config.dram_alignment;
    Ends ends(kMaxCores, config.l1_base);
    bool any = false;
    for (const auto& cb : program.cbs) {
        cb->bytes = device.machine().cb_depths().bytes_of(*cb, program.id);
        if (cb->config.dynamic_cb()) {
            place_on_buffer(*cb);
            continue;
        }
        any = true;
        const std::uint64_t at = (highest(ends, cb->mask) + alignment - 1) / alignment * alignment;
        cb->address = static_cast<std::uint32_t>(at);
        for_each_place(cb->mask, [&](std::size_t p) { ends[p] = at + cb->bytes; });
    }
    if (any) check_ends(ends, program, device);
}

}  // namespace ironbird::host

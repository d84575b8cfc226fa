// Addresses of circular buffers: one after the other from the first free byte of L1.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/fault.hpp"
#include "host/device/device_state.hpp"
#include "host/memory/buffer_state.hpp"
#include "host/program/program_state.hpp"

namespace ironbird::host {
namespace {

using Ends = std::vector<std::uint64_t>;  // by core: first byte behind its circular buffers

std::uint64_t highest(const Ends& ends, const CoreMask& cores) {
    std::uint64_t end = 0;
    for (std::size_t c = 0; c < ends.size(); c++)
        if (cores[c]) end = std::max(end, ends[c]);
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
    const auto at = std::find(ends.begin(), ends.end(), end) - ends.begin();
    return Machine::get().plan().core_logical(static_cast<std::uint32_t>(at));
}

void check_ends(const Ends& ends, const DeviceState& device) {
    const std::uint64_t end = *std::max_element(ends.begin(), ends.end());
    const auto& config = device.sub_devices->memory()->banks().config();
    const Logical core = core_with(ends, end);
    if (end > config.l1_bytes)
        throw Error(
            Fault::cb_overflow,
            fmt::format("circular buffers on core ({},{}) end at {}, beyond the {} bytes of L1",
                        core.x, core.y, end, config.l1_bytes),
            {}, fmt::format("they begin at {}", config.l1_base));
    const auto lowest = device.sub_devices->lowest_l1({});
    if (lowest && *lowest < end)
        throw Error(
            Fault::cb_clash,
            fmt::format("circular buffers on core ({},{}) end at {}, but an L1 buffer begins "
                        "at {}",
                        core.x, core.y, end, *lowest),
            {}, "L1 buffers begin at the same address on every core");
}

}  // namespace

void place_circular_buffers(ProgramState& program, const DeviceState& device) {
    const auto& config = device.sub_devices->memory()->banks().config();
    // Upstream aligns them for DRAM, so that a page can be read into its place.
    const std::uint64_t alignment = config.dram_alignment;
    Ends ends(Machine::get().plan().cores(), config.l1_base);
    bool any = false;
    for (const auto& cb : program.cbs) {
        if (cb->config.dynamic_cb()) {
            place_on_buffer(*cb);
            continue;
        }
        any = true;
        const std::uint64_t at = (highest(ends, cb->mask) + alignment - 1) / alignment * alignment;
        cb->address = static_cast<std::uint32_t>(at);
        for (std::size_t c = 0; c < ends.size(); c++)
            if (cb->mask[c]) ends[c] = at + cb->config.total_size();
    }
    if (any) check_ends(ends, device);
}

}  // namespace ironbird::host

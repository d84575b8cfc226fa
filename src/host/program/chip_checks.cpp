// Checks of programs against one chip.
#include "host/program/chip_checks.hpp"

#include <fmt/format.h>

#include "base/require.hpp"
#include "host/device/sub_devices.hpp"

namespace ironbird::host {

using tt::tt_metal::CoreCoord;
using tt::tt_metal::CoreRange;
using tt::tt_metal::CoreRangeSet;

void check_on_grid(const ChipLayout& chip, const CoreRangeSet& cores, const std::string& what) {
    const arch::Grid grid = chip.compute_grid();
    for (const CoreRange& range : cores.ranges()) {
        const CoreCoord& last = range.end_coord;
        if (last.x >= grid.x || last.y >= grid.y)
            throw Error(Fault::core_range,
                        fmt::format("{} is put on core ({},{}), which is outside the grid", what,
                                    last.x, last.y),
                        {}, fmt::format("the grid is {} by {}", grid.x, grid.y));
    }
}

void check_on_ethernet(const ChipLayout& chip, const CoreRangeSet& cores, const std::string& what) {
    const std::uint32_t links = chip.product().ethernet.links;
    for (const CoreRange& range : cores.ranges())
        if (const CoreCoord& last = range.end_coord; last.x != 0 || last.y >= links)
            throw Error(
                Fault::core_range,
                fmt::format("{} is put on Ethernet core ({},{})", what, last.x, last.y), {},
                links == 0 ? fmt::format("{} has none", chip.product().name)
                           : fmt::format("{} has (0,0) to (0,{})", chip.product().name, links - 1));
}

void check_processor(const ChipLayout& chip, const KernelRecord& k) {
    const std::uint32_t has = chip.product().ethernet.processors;
    require(k.kernel_class != KernelClass::second_erisc || has > 1, Fault::host_argument,
            "kernel {} asks for the second processor of an Ethernet core: {} has {}", k.name,
            chip.product().name, has);
}

void check_cb_index(const ChipLayout& chip, std::uint32_t index) {
    const std::uint32_t limit = chip.product().limits.cbs;
    if (index >= limit)
        throw Error(Fault::cb_index, fmt::format("there is no circular buffer {}", index), {},
                    fmt::format("{} has indices 0 to {}", chip.product().name, limit - 1));
}

void check_cb_offset(const ChipLayout& chip, std::uint32_t offset) {
    const std::uint32_t alignment = chip.product().alignment.l1;
    require(offset % alignment == 0, Fault::cb_config,
            "an address offset of {} is not a multiple of {}", offset, alignment);
}

void check_argument_count(const ChipLayout& chip, const KernelRecord& k, std::size_t unique,
                          std::size_t common) {
    const std::uint32_t limit = chip.product().limits.runtime_args;
    if (unique + common <= limit) return;
    throw Error(
        Fault::arg_count,
        fmt::format("kernel {} gets {} unique and {} common arguments: {} words are the limit",
                    k.name, unique, common, limit));
}

void check_program(const ChipLayout& chip, const ProgramState& program) {
    for (const auto& k : program.kernels) {
        if (is_ethernet(k->kernel_class))
            check_on_ethernet(chip, k->cores, "kernel " + k->name);
        else
            check_on_grid(chip, k->cores, "kernel " + k->name);
        check_processor(chip, *k);
        check_argument_count(chip, *k, k->args.most_unique, k->args.common.size());
    }
    for (const auto& cb : program.cbs) {
        check_on_grid(chip, cb->cores, "a circular buffer");
        for (const std::uint8_t index : cb->config.buffer_indices()) check_cb_index(chip, index);
        check_cb_offset(chip, cb->config.address_offset());
    }
    const std::uint32_t limit = chip.product().limits.semaphores;
    for (const SemaphoreRecord& s : program.semaphores) {
        if ((s.mask & ethernet_places()).any())
            check_on_ethernet(chip, s.cores, "a semaphore");
        else
            check_on_grid(chip, s.cores, "a semaphore");
        require(s.id < limit, Fault::semaphore_count,
                "there is no semaphore {}: {} has {} on each core", s.id, chip.product().name,
                limit);
    }
}

CoreMask need_on_ethernet(const CoreRangeSet& cores, const std::string& what) {
    check_early([&](const ChipLayout& chip) { check_on_ethernet(chip, cores, what); });
    CoreMask mask;
    for (const CoreRange& range : cores.ranges())
        for (const CoreCoord& core : range)
            mask.set(place_of({static_cast<std::uint32_t>(core.y), kEthernetRow}));
    return mask;
}

CoreMask need_on_grid(const CoreRangeSet& cores, const std::string& what) {
    check_early([&](const ChipLayout& chip) { check_on_grid(chip, cores, what); });
    return mask_of(cores);
}

}  // namespace ironbird::host

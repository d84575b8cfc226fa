// What a program may hold depends on the chip. Which chip it is for is known when it is enqueued;
// what no chip of this process can do is refused at once.
#pragma once

#include <exception>
#include <string>

#include "host/program/program_state.hpp"

namespace ironbird::host {

// Throws what `check` throws for the first chip if it throws for all of them.
template <class Check>
void check_early(Check check) {
    std::exception_ptr first;
    for (const auto& chip : Machine::get().layouts()) {
        try {
            return check(*chip);
        } catch (...) {
            if (!first) first = std::current_exception();
        }
    }
    std::rethrow_exception(first);
}

// The largest of a limit over the chips of this process.
template <class Limit>
std::uint32_t largest(Limit limit) {
    std::uint32_t most = 0;
    for (const auto& chip : Machine::get().layouts())
        most = std::max<std::uint32_t>(most, limit(chip->product()));
    return most;
}

// Throws core-range naming the core and what was to be put there.
void check_on_grid(const ChipLayout& chip, const tt::tt_metal::CoreRangeSet& cores,
                   const std::string& what);
// The same check for Ethernet cores, which are named (0, channel).
void check_on_ethernet(const ChipLayout& chip, const tt::tt_metal::CoreRangeSet& cores,
                       const std::string& what);
// not-modelled: an Ethernet core of Wormhole has one processor.
void check_processor(const ChipLayout& chip, const KernelRecord& kernel);
// cb-index
void check_cb_index(const ChipLayout& chip, std::uint32_t index);
void check_cb_offset(const ChipLayout& chip, std::uint32_t offset);
// arg-count
void check_argument_count(const ChipLayout& chip, const KernelRecord& kernel, std::size_t unique,
                          std::size_t common);

// All of these, and the semaphores, for the chip that the program is enqueued on.
void check_program(const ChipLayout& chip, const ProgramState& program);

// The cores, after an early check.
CoreMask need_on_grid(const tt::tt_metal::CoreRangeSet& cores, const std::string& what);
CoreMask need_on_ethernet(const tt::tt_metal::CoreRangeSet& cores, const std::string& what);

}  // namespace ironbird::host

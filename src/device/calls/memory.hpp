// Checks of the addresses that kernels hand to calls.
#pragma once

#include "device/calls/call.hpp"

namespace ironbird::device {

[[noreturn]] void bad_address(Caller& c, std::uint32_t address, std::uint64_t size);

// Faults unless the range lies in the caller's L1.
inline void need_l1(Caller& c, std::uint32_t address, std::uint64_t size) {
    if (address + size > c.context.l1_size) [[unlikely]]
        bad_address(c, address, size);
}

// Host address of a range of the caller's L1 or own memory, or a fault.
std::uint8_t* translate(Caller& c, std::uint32_t address, std::uint64_t size);
// translate() for a range that will be written: constants of the kernel are a fault, too.
std::uint8_t* translate_for_write(Caller& c, std::uint32_t address, std::uint64_t size);

// translate() that answers null instead of a fault.
std::uint8_t* try_translate(const Caller& c, std::uint64_t address, std::uint64_t size);

}  // namespace ironbird::device

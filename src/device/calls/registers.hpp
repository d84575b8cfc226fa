// The registers at 0xFFxxxxxx that are modelled.
#pragma once

#include "device/calls/call.hpp"

namespace ironbird::device {

constexpr bool is_register(std::uint32_t address) {
    return address >= 0xff000000u;
}

// Both refuse what is not modelled, naming the address.
std::uint32_t read_register(Caller& c, std::uint32_t address);
void write_register(Caller& c, std::uint32_t address, std::uint32_t value);

}  // namespace ironbird::device

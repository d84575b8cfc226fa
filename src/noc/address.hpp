// How a NoC address is put together: 36 bits local, 6-bit x and y, and for multicasts the start.
#pragma once

#include <cstdint>

#include "base/strong.hpp"

namespace ironbird::noc {

// A place on the NoC as kernels name it. What is left of it at the target is a plain number, the
// local address.
using Address = Strong<struct NocAddressTag, std::uint64_t>;
inline constexpr std::uint32_t kLocalBits = 36;

// A corner of a multicast rectangle, as an address has it.
struct Corner {
    std::uint8_t x, y;
    constexpr bool operator==(const Corner&) const = default;
};

constexpr std::uint64_t local(Address address) {
    return address.v & ((std::uint64_t{1} << kLocalBits) - 1);
}

// The target, or the end corner of a multicast rectangle.
constexpr Corner target(Address address) {
    return {static_cast<std::uint8_t>((address.v >> kLocalBits) & 63),
            static_cast<std::uint8_t>((address.v >> (kLocalBits + 6)) & 63)};
}

constexpr Corner start(Address address) {
    return target({address.v >> 12});
}

constexpr Address make_address(Corner at, std::uint64_t local_address) {
    return {local_address | (std::uint64_t{at.x} << kLocalBits) |
            (std::uint64_t{at.y} << (kLocalBits + 6))};
}

constexpr Address make_rectangle(Corner first, Corner last, std::uint64_t local_address) {
    return {make_address(last, local_address).v | (std::uint64_t{first.x} << (kLocalBits + 12)) |
            (std::uint64_t{first.y} << (kLocalBits + 18))};
}

// Another local address on the same node.
constexpr Address with_local(Address address, std::uint64_t local_address) {
    return {address.v - local(address) + local_address};
}

}  // namespace ironbird::noc

// How a NoC address is put together: 36 bits local, 6-bit x and y, and for multicasts the start.
#pragma once

#include <cstdint>

namespace ironbird::noc {

inline constexpr std::uint32_t kLocalBits = 36;

struct Corner {
    std::uint8_t x, y;
    constexpr bool operator==(const Corner&) const = default;
};

constexpr std::uint64_t local(std::uint64_t address) {
    return address & ((std::uint64_t{1} << kLocalBits) - 1);
}

// The target, or the end corner of a multicast rectangle.
constexpr Corner target(std::uint64_t address) {
    return {static_cast<std::uint8_t>((address >> kLocalBits) & 63),
            static_cast<std::uint8_t>((address >> (kLocalBits + 6)) & 63)};
}

constexpr Corner start(std::uint64_t address) {
    return target(address >> 12);
}

constexpr std::uint64_t make_address(Corner at, std::uint64_t local_address) {
    return local_address | (std::uint64_t{at.x} << kLocalBits) |
           (std::uint64_t{at.y} << (kLocalBits + 6));
}

constexpr std::uint64_t make_rectangle(Corner first, Corner last, std::uint64_t local_address) {
    return make_address(last, local_address) | (std::uint64_t{first.x} << (kLocalBits + 12)) |
           (std::uint64_t{first.y} << (kLocalBits + 18));
}

}  // namespace ironbird::noc

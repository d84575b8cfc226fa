// The coordinate systems of a chip; they never convert into one another by accident.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace ironbird {

template <class Tag>
struct Coord {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
    constexpr auto operator<=>(const Coord&) const = default;
};

using Logical =
    Coord<struct LogicalTag>;  // 0-based among the enabled Tensix cores; the host's view
using Physical = Coord<struct PhysicalTag>;  // position on the die in NoC0 numbering; counts hops
using Virtual = Coord<struct VirtualTag>;    // translated; what kernels put into NoC addresses

}  // namespace ironbird

template <class Tag>
struct std::hash<ironbird::Coord<Tag>> {
    std::size_t operator()(const ironbird::Coord<Tag>& c) const noexcept {
        return std::size_t{c.x} * 4099 + c.y;
    }
};

// A number that only mixes with its own kind: cycles with cycles, addresses with byte counts.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace ironbird {

template <class Tag, class Rep>
struct Strong {
    Rep v{};
    constexpr auto operator<=>(const Strong&) const = default;
};

// A quantity can be added and scaled; a plain Strong (an address, an id) cannot.
template <class Tag, class Rep>
struct Quantity {
    Rep v{};
    constexpr auto operator<=>(const Quantity&) const = default;
    constexpr Quantity operator+(Quantity o) const { return {v + o.v}; }
    constexpr Quantity operator-(Quantity o) const { return {v - o.v}; }
    constexpr Quantity operator*(Rep k) const { return {v * k}; }
    constexpr Quantity& operator+=(Quantity o) {
        v += o.v;
        return *this;
    }
};

using Cycles = Quantity<struct CyclesTag, std::uint64_t>;
inline constexpr Cycles kNever{~std::uint64_t{0}};  // a time that does not come

}  // namespace ironbird

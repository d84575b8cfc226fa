// A number that only mixes with its own kind: cycles with cycles, never with bytes or addresses.
#pragma once

#include <compare>
#include <cstdint>
#include <iosfwd>

namespace ironbird {

// A name for something: it can be compared and nothing else.
template <class Tag, class Rep>
struct Strong {
    Rep v{};
    constexpr auto operator<=>(const Strong&) const = default;
    friend void PrintTo(Strong s, std::ostream* out) { *out << s.v; }  // for GoogleTest
};

// An amount of something, or a point on its scale: it can be added, compared and scaled by a plain
// number.
template <class Tag, class Rep>
struct Quantity {
    Rep v{};
    constexpr auto operator<=>(const Quantity&) const = default;
    constexpr Quantity operator+(Quantity o) const { return {v + o.v}; }
    constexpr Quantity operator-(Quantity o) const { return {v - o.v}; }
    constexpr Quantity operator*(Rep k) const { return {v * k}; }
    constexpr Quantity operator/(Rep k) const { return {v / k}; }
    constexpr Rep operator/(Quantity o) const { return v / o.v; }
    constexpr Quantity& operator+=(Quantity o) {
        v += o.v;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity o) {
        v -= o.v;
        return *this;
    }
    friend void PrintTo(Quantity q, std::ostream* out) { *out << q.v; }  // for GoogleTest
};

// A duration, or a time on a chip's clock.
using Cycles = Quantity<struct CyclesTag, std::uint64_t>;
inline constexpr Cycles kNever{~std::uint64_t{0}};  // a time that does not come

}  // namespace ironbird

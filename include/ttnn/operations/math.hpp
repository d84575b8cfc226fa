// Questions about powers of two.
#pragma once

#include <bit>
#include <type_traits>

namespace tt::tt_metal {

// Zero counts as one.
template <typename T>
constexpr bool is_power_of_two(T val) {
    return std::popcount(static_cast<std::make_unsigned_t<T>>(val)) < 2;
}

template <typename T>
constexpr bool is_power_of_two_at_least(T val, T power2) {
    return is_power_of_two(val) && (val == T{0} || val >= power2);
}

template <typename T>
constexpr bool is_power_of_two_at_least_32(T val) {
    return is_power_of_two_at_least(val, T{32});
}

}  // namespace tt::tt_metal

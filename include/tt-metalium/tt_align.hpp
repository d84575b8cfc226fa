// The next multiple of a power of two.
#pragma once

#include <concepts>
#include <type_traits>

namespace tt {

template <std::integral T1, std::integral T2>
constexpr std::common_type_t<T1, T2> align(T1 addr, T2 alignment) {
    using T = std::common_type_t<T1, T2>;
    const T mask = static_cast<T>(static_cast<T>(alignment) - 1);
    return static_cast<T>((static_cast<T>(addr) + mask) & ~mask);
}

}  // namespace tt

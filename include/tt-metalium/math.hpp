// Integer division that rounds.
#pragma once

#include <cassert>
#include <type_traits>

namespace tt {

template <typename A, typename B>
constexpr std::common_type_t<A, B> div_up(A a, B b) noexcept {
    using T = std::common_type_t<A, B>;
    assert(b != 0);
    return static_cast<T>((T(a) + T(b) - 1) / T(b));
}

template <typename A, typename B>
constexpr auto round_up(A a, B b) {
    using T = std::common_type_t<A, B>;
    return T(b) * div_up(a, b);
}

template <typename A, typename B>
constexpr auto round_down(A a, B b) {
    using T = std::common_type_t<A, B>;
    return T(b) * (T(a) / T(b));
}

}  // namespace tt

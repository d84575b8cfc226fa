// The members of a struct as a tuple of references, one row for each number of members.
#pragma once

#include <cstddef>
#include <tuple>

namespace ttsl::aggregate {

// C++20 cannot bind a pack of names, so that every number needs its own list. Names come in groups
// of eight, which keeps the rows short.
#define TTSL_0 a0, a1, a2, a3, a4, a5, a6, a7
#define TTSL_1 b0, b1, b2, b3, b4, b5, b6, b7
#define TTSL_2 c0, c1, c2, c3, c4, c5, c6, c7
#define TTSL_3 d0, d1, d2, d3, d4, d5, d6, d7
#define TTSL_4 e0, e1, e2, e3, e4, e5, e6, e7
#define TTSL_5 f0, f1, f2, f3, f4, f5, f6, f7
#define TTSL_6 g0, g1, g2, g3, g4, g5, g6, g7
#define TTSL_7 h0, h1, h2, h3, h4, h5, h6, h7
#define TTSL_BIND(N, ...)             \
    else if constexpr (Count == N) {  \
        auto& [__VA_ARGS__] = object; \
        return std::tie(__VA_ARGS__); \
    }

// clang-format off
template <std::size_t Count, typename T>
// NOLINTNEXTLINE(readability-function-cognitive-complexity): a table
constexpr auto bind(T& object) {
    if constexpr (Count == 0) { return std::tuple<>(); }
    TTSL_BIND(1, a0)
    TTSL_BIND(2, a0, a1)
    TTSL_BIND(3, a0, a1, a2)
    TTSL_BIND(4, a0, a1, a2, a3)
    TTSL_BIND(5, a0, a1, a2, a3, a4)
    TTSL_BIND(6, a0, a1, a2, a3, a4, a5)
    TTSL_BIND(7, a0, a1, a2, a3, a4, a5, a6)
    TTSL_BIND(8, TTSL_0)
    TTSL_BIND(9, TTSL_0, b0)
    TTSL_BIND(10, TTSL_0, b0, b1)
    TTSL_BIND(11, TTSL_0, b0, b1, b2)
    TTSL_BIND(12, TTSL_0, b0, b1, b2, b3)
    TTSL_BIND(13, TTSL_0, b0, b1, b2, b3, b4)
    TTSL_BIND(14, TTSL_0, b0, b1, b2, b3, b4, b5)
    TTSL_BIND(15, TTSL_0, b0, b1, b2, b3, b4, b5, b6)
    TTSL_BIND(16, TTSL_0, TTSL_1)
    TTSL_BIND(17, TTSL_0, TTSL_1, c0)
    TTSL_BIND(18, TTSL_0, TTSL_1, c0, c1)
    TTSL_BIND(19, TTSL_0, TTSL_1, c0, c1, c2)
    TTSL_BIND(20, TTSL_0, TTSL_1, c0, c1, c2, c3)
    TTSL_BIND(21, TTSL_0, TTSL_1, c0, c1, c2, c3, c4)
    TTSL_BIND(22, TTSL_0, TTSL_1, c0, c1, c2, c3, c4, c5)
    TTSL_BIND(23, TTSL_0, TTSL_1, c0, c1, c2, c3, c4, c5, c6)
    TTSL_BIND(24, TTSL_0, TTSL_1, TTSL_2)
    TTSL_BIND(25, TTSL_0, TTSL_1, TTSL_2, d0)
    TTSL_BIND(26, TTSL_0, TTSL_1, TTSL_2, d0, d1)
    TTSL_BIND(27, TTSL_0, TTSL_1, TTSL_2, d0, d1, d2)
    TTSL_BIND(28, TTSL_0, TTSL_1, TTSL_2, d0, d1, d2, d3)
    TTSL_BIND(29, TTSL_0, TTSL_1, TTSL_2, d0, d1, d2, d3, d4)
    TTSL_BIND(30, TTSL_0, TTSL_1, TTSL_2, d0, d1, d2, d3, d4, d5)
    TTSL_BIND(31, TTSL_0, TTSL_1, TTSL_2, d0, d1, d2, d3, d4, d5, d6)
    TTSL_BIND(32, TTSL_0, TTSL_1, TTSL_2, TTSL_3)
    TTSL_BIND(33, TTSL_0, TTSL_1, TTSL_2, TTSL_3, e0)
    TTSL_BIND(34, TTSL_0, TTSL_1, TTSL_2, TTSL_3, e0, e1)
    TTSL_BIND(35, TTSL_0, TTSL_1, TTSL_2, TTSL_3, e0, e1, e2)
    TTSL_BIND(36, TTSL_0, TTSL_1, TTSL_2, TTSL_3, e0, e1, e2, e3)
    TTSL_BIND(37, TTSL_0, TTSL_1, TTSL_2, TTSL_3, e0, e1, e2, e3, e4)
    TTSL_BIND(38, TTSL_0, TTSL_1, TTSL_2, TTSL_3, e0, e1, e2, e3, e4, e5)
    TTSL_BIND(39, TTSL_0, TTSL_1, TTSL_2, TTSL_3, e0, e1, e2, e3, e4, e5, e6)
    TTSL_BIND(40, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4)
    TTSL_BIND(41, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, f0)
    TTSL_BIND(42, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, f0, f1)
    TTSL_BIND(43, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, f0, f1, f2)
    TTSL_BIND(44, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, f0, f1, f2, f3)
    TTSL_BIND(45, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, f0, f1, f2, f3, f4)
    TTSL_BIND(46, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, f0, f1, f2, f3, f4, f5)
    TTSL_BIND(47, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, f0, f1, f2, f3, f4, f5, f6)
    TTSL_BIND(48, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5)
    TTSL_BIND(49, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, g0)
    TTSL_BIND(50, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, g0, g1)
    TTSL_BIND(51, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, g0, g1, g2)
    TTSL_BIND(52, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, g0, g1, g2, g3)
    TTSL_BIND(53, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, g0, g1, g2, g3, g4)
    TTSL_BIND(54, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, g0, g1, g2, g3, g4, g5)
    TTSL_BIND(55, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, g0, g1, g2, g3, g4, g5, g6)
    TTSL_BIND(56, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6)
    TTSL_BIND(57, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6, h0)
    TTSL_BIND(58, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6, h0, h1)
    TTSL_BIND(59, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6, h0, h1, h2)
    TTSL_BIND(60, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6, h0, h1, h2, h3)
    TTSL_BIND(61, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6, h0, h1, h2, h3, h4)
    TTSL_BIND(62, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6, h0, h1, h2, h3, h4, h5)
    TTSL_BIND(63, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6, h0, h1, h2, h3, h4, h5, h6)
    TTSL_BIND(64, TTSL_0, TTSL_1, TTSL_2, TTSL_3, TTSL_4, TTSL_5, TTSL_6, TTSL_7)
}
// clang-format on

#undef TTSL_BIND
#undef TTSL_0
#undef TTSL_1
#undef TTSL_2
#undef TTSL_3
#undef TTSL_4
#undef TTSL_5
#undef TTSL_6
#undef TTSL_7

}  // namespace ttsl::aggregate

// WAYPOINT("XYZW"): up to four characters that say how far a processor has come.
#pragma once

#include <stddef.h>

#include "ib_abi.h"

namespace ironbird {

template <size_t N>
consteval uint32_t waypoint_code(const char (&text)[N]) {
    static_assert(N - 1 <= 4, "a waypoint has at most four characters");
    uint32_t code = 0;
    for (size_t i = 0; i + 1 < N; ++i) code |= uint32_t(uint8_t(text[i])) << (8 * i);
    return code;
}

}  // namespace ironbird

#define WAYPOINT(x) ib_waypoint(ironbird::waypoint_code(x))

// Waiting politely in a loop.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

namespace ttsl {

inline void pause() {
    __builtin_ia32_pause();
}

// Spins, then sleeps for ever longer times, until the predicate holds.
template <std::uint32_t N_SPINS = 100, std::uint32_t MAX_WAIT_US = 16, typename Predicate,
          typename... Args>
void nice_spin_until(Predicate predicate, const Args&... args) {
    std::uint32_t nap_us = 1;
    for (std::uint32_t spins = 1; !predicate(args...); spins++) {
        if (spins % N_SPINS != 0) {
            pause();
            continue;
        }
        std::this_thread::sleep_for(std::chrono::microseconds(nap_us));
        nap_us = std::min(2 * nap_us, MAX_WAIT_US);
    }
}

}  // namespace ttsl

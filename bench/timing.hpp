// Wall time of repeated work, robust against a disturbed repetition.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace ironbird::bench {

template <class Work>
double seconds_of(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The fastest of `times`: everything that disturbs makes it slower, nothing makes it faster.
template <class Work>
double best_seconds(int times, Work&& work) {
    double best = seconds_of(work);
    for (int i = 1; i < times; i++) best = std::min(best, seconds_of(work));
    return best;
}

}  // namespace ironbird::bench

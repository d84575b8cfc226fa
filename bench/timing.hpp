// Time of repeated work, robust against a disturbed repetition.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbird::bench {

template <class Work>
double wall_seconds(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Of this process alone: what else the machine does counts less than in wall time.
template <class Work>
double cpu_seconds(Work&& work) {
    const auto now = [] {
        timespec t{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
    };
    const double begin = now();
    work();
    return now() - begin;
}

// What a user waits for; BENCH_CLOCK=processor counts this process alone, on a machine that is
// busy.
template <class Work>
double waited_seconds(Work&& work) {
    const char* clock = std::getenv("BENCH_CLOCK");
    return clock != nullptr && std::string_view(clock) == "processor"
               ? cpu_seconds(std::forward<Work>(work))
               : wall_seconds(std::forward<Work>(work));
}

// The smallest of `times` measurements: what disturbs makes it larger, nothing makes it smaller.
template <class Measure>
double best(int times, Measure&& measure) {
    double smallest = measure();
    for (int i = 1; i < times; i++) smallest = std::min(smallest, measure());
    return smallest;
}

// The middle one: for comparisons, where luck on one side must not decide.
inline double median(std::vector<double> all) {
    std::ranges::sort(all);
    return all[all.size() / 2];
}

template <class Measure>
double median(int times, Measure&& measure) {
    std::vector<double> all;
    for (int i = 0; i < times; i++) all.push_back(measure());
    return median(std::move(all));
}

}  // namespace ironbird::bench

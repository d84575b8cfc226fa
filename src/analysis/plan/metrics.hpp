// What a layout costs: shares of the data that the buffers hold, and how often B is fetched.
#pragma once

#include "analysis/plan/l1_map.hpp"
#include "analysis/plan/policy.hpp"

namespace ironbird::analysis {

// Shares are from 0 to 1.
struct CbMetrics {
    std::uint32_t tiles = 0, demand = 0;
    std::uint64_t bytes = 0;
    double miss = 0;    // of the demand that the buffer cannot hold at once
    double use = 0;     // of the demand that it holds
    double useful = 0;  // of the buffer that is ever needed
};

// Estimates of waiting and of repeated reads. A circular buffer blocks; it never loses or changes
// data, so nothing here says anything about values.
struct Metrics {
    std::array<CbMetrics, 4> cbs;
    std::uint64_t cb_bytes = 0;
    double miss = 0;       // of B
    double miss_a = 0;     // of A
    double use = 0;        // of all demands together, what is held
    double useful = 0;     // of all circular buffers, by bytes
    double occupancy = 0;  // of the L1 that is available
    double score = 0;      // 0 to 100
    double efficiency = 0;
    Level risk = Level::low;  // of fetching again what was there before
    std::uint64_t fetched_b = 0, needed_b = 0;
    double reread = 0;  // how many times B is fetched
    bool holds_b = false;
    bool fits = true;
};

// The part of a demand that a buffer of so many tiles cannot hold.
double miss_rate(std::uint32_t tiles, std::uint32_t demand);

Metrics measure(const Depths& depths, const Workload& work, const L1Map& map,
                const Settings& settings);

struct Class {
    std::string_view name, strategy;
    std::uint32_t from, to;  // tiles; to = 0: no end
};
Class class_of(const Workload& work, const Settings& settings);

}  // namespace ironbird::analysis

// How deep the four circular buffers of the workload are made, by policy.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "analysis/plan/settings.hpp"
#include "analysis/plan/workload.hpp"

namespace ironbird::analysis {

// Tiles in c_0 (A), c_1 (B), c_2 (the running sum) and c_16 (the result).
using Depths = std::array<std::uint32_t, 4>;
inline constexpr std::array<std::uint32_t, 4> kCbIndices = {0, 1, 2, 16};
inline constexpr std::array<std::string_view, 4> kCbRoles = {"A", "B", "sum", "result"};

std::uint32_t total(const Depths& depths);

struct Policy {
    std::string_view name, meaning;
    Depths (*depths)(const Workload&, const Settings&);
    bool by_default;  // shown without being asked for
};
std::span<const Policy> policies();
const Policy* find_policy(std::string_view name);

struct Layout {
    Depths depths{};
    bool fell_back = false;  // the policy's depths were not possible: these are streaming's
};

// The policy's depths, or streaming's where they leave a buffer without tiles or ask for more than
// is available; how far over streaming itself is shows in the metrics.
Layout lay_out(const Policy& policy, const Workload& work, const Settings& settings,
               std::uint64_t available_bytes);

}  // namespace ironbird::analysis

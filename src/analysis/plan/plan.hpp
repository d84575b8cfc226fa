// All policies side by side for one workload on one chip, and how they grow with it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/plan/metrics.hpp"

namespace ironbird::analysis {

struct PolicyPlan {
    const Policy* policy = nullptr;
    Layout layout;
    Metrics metrics;
};

struct Plan {
    Workload work;
    L1Map map;
    Class size;
    std::vector<PolicyPlan> policies;
    std::string best;                  // name of the policy with the lowest score that fits
    std::vector<std::string> flags{};  // buffers that miss much; one sentence each
    std::vector<std::string> advice{};
};

using Policies = std::vector<const Policy*>;

// Those that are shown when nobody names any; multicore with them when the work is shared.
Policies usual_policies(const Workload& work);

Plan make_plan(const Workload& work, const L1Map& map, const Policies& which,
               const Settings& settings);

// Workloads of as many A tiles as B tiles.
inline constexpr std::array<std::uint32_t, 8> kSweepSizes = {4, 8, 12, 16, 20, 24, 32, 64};

// The first size at which a policy leaves a band.
struct Crossing {
    const Policy* policy;
    std::string_view metric;  // "miss" or "score"
    Level into;
    double limit;
    std::uint32_t tiles;  // 0: not up to kMostTiles
};
inline constexpr std::uint32_t kMostTiles = 4096;

struct Sweep {
    L1Map map;
    std::vector<Plan> plans;
    std::vector<Crossing> crossings;
};
Sweep make_sweep(const Workload& like, const L1Map& map, const Policies& which,
                 const Settings& settings);

// What a limit can be set on; per cent.
struct Gauge {
    std::string_view name, meaning;
    double (*value)(const Metrics&);
};
std::span<const Gauge> gauges();

struct Limit {
    const Gauge* gauge;
    double most;
};
Limit parse_limit(const std::string& text);  // "score=70"; throws usage

std::string to_text(const Plan& plan, const Settings& settings);
std::string to_text(const Sweep& sweep, const Settings& settings);

nlohmann::ordered_json to_json(const Plan& plan, const Settings& settings);
nlohmann::ordered_json to_json(const Sweep& sweep, const Settings& settings);
nlohmann::ordered_json to_json(const Metrics& metrics, const Settings& settings);

// What every plan ends with: what the figures are, and what they are not.
inline constexpr std::string_view kMeaning =
    "These figures estimate waiting and repeated reads. A circular buffer is a blocking FIFO: its "
    "depth never changes a value.";

}  // namespace ironbird::analysis

// Earlier answers of `ironbird memory`, and what has become worse since.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ironbird::cli {

using BaselineJson = nlohmann::ordered_json;

// What `--json` printed; throws usage when the file holds something else.
BaselineJson read_baseline(const std::string& path);

// One sentence each. Plans are compared by workload, chip and policy; throws usage when the
// baseline has none of those.
std::vector<std::string> worse_plans(const BaselineJson& before, const BaselineJson& now);
std::vector<std::string> worse_run(const BaselineJson& before, std::uint64_t cycles,
                                   std::uint64_t high_water);

}  // namespace ironbird::cli

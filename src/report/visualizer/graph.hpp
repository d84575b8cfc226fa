// The captured graph of a launch: its circular buffers between the start and end of a function.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "report/visualizer/run_memory.hpp"

namespace ironbird::report {

// `fresh` are the buffers that came since the launch before this one.
nlohmann::ordered_json captured_graph(const MemoryChip& chip, const MemoryLaunch& launch,
                                      const std::vector<const MemoryBuffer*>& fresh);

}  // namespace ironbird::report

// A semaphore on some nodes.
#pragma once

#include <cstdint>
#include <string>
#include <tt-metalium/experimental/metal2_host_api/advanced_options.hpp>
#include <tt-metalium/experimental/metal2_host_api/node_coord.hpp>
#include <tt_stl/strong_type.hpp>

namespace tt::tt_metal::experimental {

using SemaphoreSpecName = ttsl::StrongType<std::string, struct SemaphoreSpecNameTag>;

struct SemaphoreSpec {
    SemaphoreSpecName unique_id;
    Nodes target_nodes;
    SemaphoreAdvancedOptions advanced_options;
};

}  // namespace tt::tt_metal::experimental

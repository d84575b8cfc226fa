// What few programs need to say about kernels, dataflow buffers and semaphores.
#pragma once

#include <cstdint>
#include <string>
#include <tt-metalium/experimental/metal2_host_api/node_coord.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/group.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/table.hpp>
#include <tt_stl/strong_type.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal::experimental {

using DFBSpecName = ttsl::StrongType<std::string, struct DFBSpecNameTag>;

struct KernelAdvancedOptions {
    uint32_t num_runtime_varargs = 0;
    uint32_t num_common_runtime_varargs = 0;
    Table<Nodes, uint32_t> num_runtime_varargs_per_node;
    std::vector<uint32_t> compile_time_varargs;
};

struct DFBAdvancedOptions {
    Group<DFBSpecName> alias_with;
    bool allow_instance_multi_binding = false;
};

struct AdvancedKernelRunArgs {
    using Varargs = std::vector<uint32_t>;

    Table<NodeCoord, Varargs> runtime_varargs;
    Varargs common_runtime_varargs;
};

struct SemaphoreAdvancedOptions {
    uint32_t initial_value = 0;
};

}  // namespace tt::tt_metal::experimental

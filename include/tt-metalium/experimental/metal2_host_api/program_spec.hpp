// A whole program as plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tt-metalium/experimental/metal2_host_api/dataflow_buffer_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/kernel_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/node_coord.hpp>
#include <tt-metalium/experimental/metal2_host_api/scratchpad_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/semaphore_spec.hpp>
#include <tt-metalium/experimental/metal2_host_api/tensor_parameter.hpp>
#include <tt-metalium/experimental/metal2_host_api/utility/group.hpp>
#include <variant>
#include <vector>

namespace tt::tt_metal::experimental {

// Kernels that run together on some nodes.
struct WorkUnitSpec {
    std::string name;
    Group<KernelSpecName> kernels;
    Nodes target_nodes;
};

struct ProgramSpec {
    std::string name;
    Group<KernelSpec> kernels;
    Group<DataflowBufferSpec> dataflow_buffers;
    Group<CrossNodeDataflowBufferSpec> cross_node_dataflow_buffers;
    Group<SemaphoreSpec> semaphores;
    Group<ScratchpadSpec> scratchpads;
    Group<TensorParameter> tensor_parameters;
    Group<WorkUnitSpec> work_units;
};

}  // namespace tt::tt_metal::experimental

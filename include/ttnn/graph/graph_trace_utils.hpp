// What can be told from a captured graph: calls, memory at its most, results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ttnn/tensor/shape/shape.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/types.hpp"

namespace ttnn::graph {

struct OperationInfo {
    std::string operation_name;
    std::vector<std::string> arguments;
};

// Bytes of L1 on one core at the most, by what they are for. Memory of tensors that a program works
// in counts once.
struct PeakMemoryUsagePerCore {
    std::size_t peak_cb = 0;
    std::size_t peak_l1 = 0;
    std::size_t peak_dataflow_buffer = 0;
    std::size_t peak_scratchpad = 0;
    std::size_t peak_total = 0;  // of all of them together
};

struct DRAMUsage {
    long long peak = 0;
    long long total_allocations = 0;
    long long total_deallocations = 0;
};

enum class ExecutionStatus { Success, Error };

// Of all cores together: buffers by their whole size, programs by the size on one core.
std::uint32_t extract_peak_L1_memory_usage(const nlohmann::json& trace);
PeakMemoryUsagePerCore extract_resource_usage_per_core(const nlohmann::json& trace);
std::uint32_t extract_l1_buffer_allocation_peak_size_per_core(const nlohmann::json& trace);
std::uint32_t extract_circular_buffers_peak_size_per_core(const nlohmann::json& trace);
std::uint32_t extract_peak_memory_usage(const nlohmann::json& trace);
std::uint32_t extract_l1_output_buffer_allocation_size_per_core(const Tensor& output_tensor);
DRAMUsage extract_dram_usage(const nlohmann::json& trace);

// Functions in the order in which they began.
std::vector<std::string> extract_calltrace(const nlohmann::json& trace);
std::vector<OperationInfo> extract_arguments(const nlohmann::json& trace);

struct TensorInfo {
    tt::tt_metal::Shape shape;
    std::uint32_t size = 0;
    tt::tt_metal::BufferType type = tt::tt_metal::BufferType::DRAM;

    bool operator==(const TensorInfo&) const = default;
};

// Nodes of what the last function returned that returned anything.
std::unordered_set<std::uint32_t> extract_output_tensors(const nlohmann::json& trace);
std::vector<TensorInfo> extract_output_info(const nlohmann::json& trace);
std::pair<std::uint32_t, std::uint32_t> count_intermediate_and_output_tensors(
    const nlohmann::json& trace);

}  // namespace ttnn::graph

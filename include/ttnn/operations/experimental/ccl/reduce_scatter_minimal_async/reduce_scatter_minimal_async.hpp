// reduce_scatter with the caller's semaphores, which are 0 before and after.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// persistent_output_buffers: the last is the output; partial sums are kept in memory of our own.
Tensor reduce_scatter_minimal_async(
    const Tensor& input_tensor, const std::optional<std::vector<Tensor>>& persistent_output_buffers,
    int32_t dim, const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
    const std::optional<GlobalSemaphore>& barrier_semaphore = std::nullopt,
    std::optional<uint32_t> num_links = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<MemoryConfig>& intermediate_memory_config = std::nullopt,
    ccl::Topology topology = ccl::Topology::Ring,
    std::optional<tt::tt_metal::SubDeviceId> sub_device_id = std::nullopt,
    std::optional<uint32_t> cluster_axis = std::nullopt,
    std::optional<uint32_t> chunks_per_sync = std::nullopt,
    std::optional<uint32_t> num_workers_per_link = std::nullopt,
    std::optional<uint32_t> num_buffers_per_channel = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn::experimental

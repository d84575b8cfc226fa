// all_reduce with the caller's semaphores, which are 0 before and after. math_op is Sum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/operations/reduction/reduction_common/reduction_common.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// Over all devices: two semaphores to begin the halves, three and two for the halves themselves.
Tensor all_reduce_async(
    const Tensor& input_tensor, uint32_t num_devices,
    const std::vector<GlobalSemaphore>& barrier_semaphores,
    const std::vector<GlobalSemaphore>& rs_global_semaphores,
    const std::vector<GlobalSemaphore>& ag_global_semaphores, reduction_common::ReduceType math_op,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    ccl::Topology topology = ccl::Topology::Linear,
    std::optional<size_t> num_preferred_links = std::nullopt,
    std::optional<tt::tt_metal::SubDeviceId> worker_subdevice_id_opt = std::nullopt);

// Along an axis; semaphores that are not given are the library's.
Tensor all_reduce_async(const Tensor& input_tensor, std::optional<uint32_t> cluster_axis,
                        MeshDevice& mesh_device,
                        const std::optional<std::vector<GlobalSemaphore>>& barrier_semaphores,
                        const std::optional<std::vector<GlobalSemaphore>>& rs_global_semaphores,
                        const std::optional<std::vector<GlobalSemaphore>>& ag_global_semaphores,
                        reduction_common::ReduceType math_op,
                        const std::optional<MemoryConfig>& memory_config,
                        std::optional<ccl::Topology> topology,
                        std::optional<size_t> num_preferred_links,
                        std::optional<tt::tt_metal::SubDeviceId> worker_subdevice_id_opt);

Tensor all_reduce_async(const Tensor& input_tensor, uint32_t cluster_axis,
                        reduction_common::ReduceType math_op,
                        std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt,
                        const std::optional<MemoryConfig>& memory_config = std::nullopt,
                        std::optional<size_t> num_preferred_links = std::nullopt,
                        std::optional<ccl::Topology> topology = std::nullopt);

// The buffer is not written: partial sums are added on the way.
Tensor all_reduce_async(const Tensor& input_tensor, Tensor& buffer_tensor, uint32_t cluster_axis,
                        MeshDevice& mesh_device,
                        const GlobalSemaphore& multi_device_global_semaphore,
                        std::optional<const DataType> dtype,
                        const std::optional<MemoryConfig>& memory_config, ccl::Topology topology,
                        std::optional<size_t> num_preferred_links,
                        std::optional<tt::tt_metal::SubDeviceId> worker_subdevice_id_opt,
                        bool use_noc1_only, bool use_optimal_ccl_for_llama,
                        bool fp32_dest_acc = false);

}  // namespace ttnn::experimental

// all_gather with the caller's semaphores, which are 0 before and after. With an output that is
// given and no barrier semaphore, devices write to each other without asking first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

Tensor all_gather_async(const Tensor& input_tensor, int32_t dim,
                        const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                        std::optional<uint32_t> num_links = std::nullopt,
                        const std::optional<MemoryConfig>& memory_config = std::nullopt,
                        ccl::Topology topology = ccl::Topology::Ring,
                        std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt,
                        bool use_optimal_ccl_for_llama = false,
                        const std::optional<GlobalSemaphore>& barrier_semaphore = std::nullopt,
                        bool reverse_order = false,
                        const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt,
                        std::optional<uint32_t> num_workers_per_link = std::nullopt,
                        std::optional<uint32_t> num_buffers_per_channel = std::nullopt);

Tensor all_gather_async(const Tensor& input_tensor,
                        const std::optional<Tensor>& persistent_output_buffer, int32_t dim,
                        const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                        std::optional<uint32_t> num_links = std::nullopt,
                        const std::optional<MemoryConfig>& memory_config = std::nullopt,
                        ccl::Topology topology = ccl::Topology::Ring,
                        std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt,
                        std::optional<uint32_t> cluster_axis = std::nullopt,
                        bool use_optimal_ccl_for_llama = false,
                        const std::optional<GlobalSemaphore>& barrier_semaphore = std::nullopt,
                        bool use_all_gather_async_via_broadcast = false,
                        std::optional<uint32_t> chunks_per_sync = std::nullopt,
                        std::optional<uint32_t> num_workers_per_link = std::nullopt,
                        std::optional<uint32_t> num_buffers_per_channel = std::nullopt,
                        bool reverse_order = false,
                        const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt);

Tensor all_gather_async(const Tensor& input_tensor, int32_t dim, uint32_t cluster_axis,
                        const MeshDevice& mesh_device, ccl::Topology topology,
                        const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                        const std::optional<Tensor>& persistent_output_tensor = std::nullopt,
                        const std::optional<MemoryConfig>& memory_config = std::nullopt,
                        std::optional<size_t> num_preferred_links = std::nullopt,
                        std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt,
                        bool use_optimal_ccl_for_llama = false,
                        bool use_all_gather_async_via_broadcast = false,
                        const std::optional<GlobalSemaphore>& barrier_semaphore = std::nullopt,
                        bool reverse_order = false,
                        const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt,
                        std::optional<uint32_t> num_workers_per_link = std::nullopt,
                        std::optional<uint32_t> num_buffers_per_channel = std::nullopt);

// The same with the parts in the opposite order, the last device's first.
Tensor all_gather_async_reversed(
    const Tensor& input_tensor, int32_t dim,
    const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
    std::optional<uint32_t> num_links = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    ccl::Topology topology = ccl::Topology::Ring,
    std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt,
    bool use_optimal_ccl_for_llama = false,
    const std::optional<GlobalSemaphore>& barrier_semaphore = std::nullopt,
    bool reverse_order = false, const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt,
    std::optional<uint32_t> num_workers_per_link = std::nullopt,
    std::optional<uint32_t> num_buffers_per_channel = std::nullopt);

Tensor all_gather_async_reversed(
    const Tensor& input_tensor, const std::optional<Tensor>& persistent_output_buffer, int32_t dim,
    const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
    std::optional<uint32_t> num_links = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    ccl::Topology topology = ccl::Topology::Ring,
    std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt,
    std::optional<uint32_t> cluster_axis = std::nullopt, bool use_optimal_ccl_for_llama = false,
    const std::optional<GlobalSemaphore>& barrier_semaphore = std::nullopt,
    bool use_all_gather_async_via_broadcast = false,
    std::optional<uint32_t> chunks_per_sync = std::nullopt,
    std::optional<uint32_t> num_workers_per_link = std::nullopt,
    std::optional<uint32_t> num_buffers_per_channel = std::nullopt, bool reverse_order = false,
    const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt);

Tensor all_gather_async_reversed(
    const Tensor& input_tensor, int32_t dim, uint32_t cluster_axis, const MeshDevice& mesh_device,
    ccl::Topology topology, const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
    const std::optional<Tensor>& persistent_output_tensor = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<size_t> num_preferred_links = std::nullopt,
    std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt,
    bool use_optimal_ccl_for_llama = false, bool use_all_gather_async_via_broadcast = false,
    const std::optional<GlobalSemaphore>& barrier_semaphore = std::nullopt,
    bool reverse_order = false, const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt,
    std::optional<uint32_t> num_workers_per_link = std::nullopt,
    std::optional<uint32_t> num_buffers_per_channel = std::nullopt);

}  // namespace ttnn::experimental

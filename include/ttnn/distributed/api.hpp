// Meshes of several devices, and the tensors of each device.
#pragma once

#include <memory>
#include <optional>
#include <tt-metalium/dispatch_core_common.hpp>
#include <vector>

#include "ttnn/distributed/types.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace ttnn::distributed {

std::shared_ptr<MeshDevice> open_mesh_device(
    const MeshShape& mesh_shape, std::size_t l1_small_size, std::size_t trace_region_size,
    std::size_t num_command_queues, const tt::tt_metal::DispatchCoreConfig& dispatch_core_config,
    const std::optional<MeshCoordinate>& offset = std::nullopt,
    const std::vector<int>& physical_device_ids = {},
    std::size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
void close_mesh_device(const std::shared_ptr<MeshDevice>& mesh_device);

// One tensor for each device; on the host one for each shard. They share the memory.
std::vector<Tensor> get_device_tensors(const Tensor& tensor);

}  // namespace ttnn::distributed

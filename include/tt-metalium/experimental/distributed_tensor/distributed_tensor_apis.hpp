// Tensors that are spread over a mesh: with a topology, and transfers of some of their shards.
#pragma once

#include <span>
#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt-metalium/experimental/distributed_tensor/topology/tensor_topology.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tt-metalium/mesh_command_queue.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/tensor/host_tensor.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>
#include <tt_stl/optional_reference.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal {

HostTensor host_tensor_from_buffer_with_topology(DistributedHostBuffer buffer, TensorSpec spec,
                                                 TensorTopology topology);
MeshTensor mesh_tensor_from_buffer_with_topology(distributed::MeshBuffer mesh_buffer,
                                                 TensorSpec spec, TensorTopology topology);
MeshTensor allocate_mesh_tensor_on_device_with_topology(distributed::MeshDevice& mesh_device,
                                                        TensorSpec spec, TensorTopology topology);

const TensorTopology& get_tensor_topology(const MeshTensor& tensor);
const TensorTopology& get_tensor_topology(const HostTensor& tensor);
void update_tensor_topology(MeshTensor& tensor, TensorTopology topology);
void update_tensor_topology(HostTensor& tensor, TensorTopology topology);

// Whether the host tensor has a shard for every device of the mesh.
bool is_uniform_write(const HostTensor& host_tensor, const distributed::MeshDevice& device);

namespace non_uniform_data_movement {

HostTensor enqueue_read_tensor(distributed::MeshCommandQueue& cq, const MeshTensor& device_tensor,
                               std::span<const distributed::MeshCoordinate> coords,
                               bool blocking = true);
void enqueue_read_tensor(distributed::MeshCommandQueue& cq, const MeshTensor& device_tensor,
                         HostTensor& host_tensor,
                         std::span<const distributed::MeshCoordinate> coords, bool blocking = true);

// A tensor that is not spread goes to all devices, others shard by shard; returns where to.
std::pair<MeshTensor, std::vector<distributed::MeshCoordinate>> enqueue_write_tensor(
    distributed::MeshCommandQueue& cq, const HostTensor& host_tensor,
    distributed::MeshDevice& mesh_device,
    ttsl::optional_reference<const MemoryConfig> memory_config = std::nullopt);
std::vector<distributed::MeshCoordinate> enqueue_write_tensor(distributed::MeshCommandQueue& cq,
                                                              const HostTensor& host_tensor,
                                                              MeshTensor& device_tensor);

}  // namespace non_uniform_data_movement
}  // namespace tt::tt_metal

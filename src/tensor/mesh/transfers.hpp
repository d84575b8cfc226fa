// Checks and allocations that transfers of whole tensors and of some shards share.
#pragma once

#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <vector>

namespace ironbird::tensor {

using tt::tt_metal::HostTensor;
using tt::tt_metal::MeshTensor;
using tt::tt_metal::TensorTopology;
using tt::tt_metal::distributed::MeshCoordinate;

// Shape, type and pages must agree; data is sent as it is stored.
void need_alike(const HostTensor& host, const MeshTensor& device);

// The spec that a tensor has on a device: the host's, perhaps in another memory.
tt::tt_metal::TensorSpec device_spec(
    const HostTensor& host, ttsl::optional_reference<const tt::tt_metal::MemoryConfig> memory);

// The tensor around the same memory, now with the host's shape, type and alignment.
void take_on(MeshTensor& device, const HostTensor& host, TensorTopology topology);

// Empty host memory for these devices, with the spec and topology of the device's tensor.
HostTensor host_for(const MeshTensor& device, const std::vector<MeshCoordinate>& coords);

std::vector<MeshCoordinate> all_coords(const tt::tt_metal::distributed::MeshShape& shape);

}  // namespace ironbird::tensor

// A write that reaches only the shards of some cores; refused, since it is not modelled.
#pragma once

#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/tensor/host_tensor.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>

namespace tt::tt_metal {

namespace distributed {
class MeshCommandQueue;
}

namespace experimental::core_subset_write {

void enqueue_write_tensor(distributed::MeshCommandQueue& cq, const HostTensor& host_tensor,
                          const MeshTensor& device_tensor, const CoreRangeSet& logical_core_filter);

}  // namespace experimental::core_subset_write
}  // namespace tt::tt_metal

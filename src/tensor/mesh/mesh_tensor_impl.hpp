// What a tensor on devices holds.
#pragma once

#include <memory>
#include <tt-metalium/experimental/distributed_tensor/topology/tensor_topology.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>

namespace tt::tt_metal {

class MeshTensorImpl {
 public:
    std::shared_ptr<distributed::MeshBuffer> buffer;
    TensorSpec spec;
    TensorTopology topology;
};

}  // namespace tt::tt_metal

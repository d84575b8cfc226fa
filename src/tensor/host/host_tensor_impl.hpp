// What a tensor in host memory holds.
#pragma once

#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt-metalium/experimental/distributed_tensor/topology/tensor_topology.hpp>
#include <tt-metalium/tensor/host_tensor.hpp>

namespace tt::tt_metal {

class HostTensorImpl {
 public:
    DistributedHostBuffer buffer;
    TensorSpec spec;
    TensorTopology topology;
};

}  // namespace tt::tt_metal

namespace ironbird::tensor {

// A tensor on the same devices as `tensor`, with another spec and its shards converted; a shard
// that several devices share is converted once.
tt::tt_metal::HostTensor with_data(const tt::tt_metal::HostTensor& tensor,
                                   tt::tt_metal::TensorSpec spec,
                                   const tt::tt_metal::DistributedHostBuffer::TransformFn& convert);

// One buffer of its own for a spec; zero.
tt::tt_metal::HostBuffer allocate_buffer(const tt::tt_metal::TensorSpec& spec);

}  // namespace ironbird::tensor

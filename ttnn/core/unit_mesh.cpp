// A mesh's tensor seen device by device.
#include <tt-metalium/experimental/allocator.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>

#include "ttnn/tensor/unit_mesh/unit_mesh_utils.hpp"

namespace ttnn::experimental::unit_mesh {

using namespace tt::tt_metal;
using tt::tt_metal::distributed::MeshBuffer;
using tt::tt_metal::distributed::MeshDevice;

namespace {

const std::shared_ptr<MeshDevice>& parent_of(const Tensor& tensor) {
    TT_FATAL(tensor.device() != nullptr, "unit_mesh: a tensor is not on a device");
    TT_FATAL(tensor.device()->shape().mesh_size() == 1, "Expected unit mesh (1x1), got {}",
             tensor.device()->shape());
    const auto& parent = tensor.device()->get_parent_mesh();
    TT_FATAL(parent != nullptr, "unit_mesh: a mesh is not part of another one");
    return parent;
}

void check(const std::vector<Tensor>& tensors) {
    TT_FATAL(!tensors.empty(), "Cannot aggregate empty tensor vector");
    const auto& parent = parent_of(tensors[0]);
    for (const Tensor& tensor : tensors) {
        TT_FATAL(parent_of(tensor) == parent, "unit_mesh: the meshes are parts of different ones");
        TT_FATAL(tensor.tensor_spec() == tensors[0].tensor_spec(),
                 "All tensors must have the same tt::tt_metal::TensorSpec");
        TT_FATAL(tensor.mesh_buffer().address() == tensors[0].mesh_buffer().address(),
                 "All mesh buffers must be at the same address");
    }
    TT_FATAL(tensors.size() == parent->num_devices(),
             "Input tensors must span the entire parent mesh of {} devices, {} are given",
             parent->num_devices(), tensors.size());
}

// The same bytes on other devices.
Tensor on(MeshDevice* device, const Tensor& like) {
    const MeshBuffer& old = like.mesh_buffer();
    auto buffer =
        MeshBuffer::create(old.global_config(), old.device_local_config(), device, old.address());
    return Tensor(mesh_tensor_from_buffer_with_topology(
        std::move(*buffer), like.tensor_spec(),
        TensorTopology::create_fully_replicated_tensor_topology(device->shape())));
}

}  // namespace

Tensor aggregate(const std::vector<Tensor>& tensors) {
    check(tensors);
    std::vector<Allocator*> parts;
    for (const Tensor& tensor : tensors) parts.push_back(tensor.device()->allocator().get());
    MeshDevice* parent = parent_of(tensors[0]).get();
    tt::tt_metal::experimental::synchronize_allocator_state(parent->allocator().get(), parts);
    return on(parent, tensors[0]);
}

std::vector<Tensor> disaggregate(const Tensor& tensor) {
    TT_FATAL(tensor.device() != nullptr, "unit_mesh: the tensor is not on a device");
    const auto parts = tensor.device()->get_submeshes();
    TT_FATAL(parts.size() == tensor.device()->num_devices(),
             "Number of submeshes ({}) must match mesh size ({})", parts.size(),
             tensor.device()->num_devices());
    std::vector<Tensor> tensors;
    for (const auto& part : parts) {
        TT_FATAL(part->num_devices() == 1, "Expected unit mesh (1x1), got {}", part->shape());
        tensors.push_back(on(part.get(), tensor));
    }
    return tensors;
}

}  // namespace ttnn::experimental::unit_mesh

// Device memory that several tensors share.
#include "ttnn/tensor/storage.hpp"

#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt_stl/assert.hpp>

#include "ttnn/tensor/tensor_attributes.hpp"

namespace ttnn {

using namespace tt::tt_metal;

// What is known of a tensor outlives its memory.
struct DeviceStorage::Memory {
    explicit Memory(MeshTensor t)
        : spec(t.tensor_spec()),
          topology(tt::tt_metal::get_tensor_topology(t)),
          tensor(std::move(t)) {}

    TensorSpec spec;
    TensorTopology topology;
    std::optional<MeshTensor> tensor;
};

namespace {

DeviceStorage::Coords all_coords(const MeshTensor& tensor) {
    DeviceStorage::Coords coords;
    for (const auto& coord :
         tt::tt_metal::distributed::MeshCoordinateRange(tensor.device().shape()))
        coords.push_back(coord);
    return coords;
}

}  // namespace

DeviceStorage::DeviceStorage(MeshTensor mesh_tensor) : coords_(all_coords(mesh_tensor)) {
    memory_ = std::make_shared<Memory>(std::move(mesh_tensor));
}

DeviceStorage::DeviceStorage(MeshTensor mesh_tensor, Coords coords)
    : memory_(std::make_shared<Memory>(std::move(mesh_tensor))), coords_(std::move(coords)) {}

DeviceStorage::DeviceStorage(const DeviceStorage& other, Coords coords)
    : memory_(other.memory_), owner_(other.owner_), coords_(std::move(coords)) {}

DeviceStorage::DeviceStorage(const DeviceStorage& owner, MeshTensor reinterpreted)
    : memory_(std::make_shared<Memory>(std::move(reinterpreted))),
      owner_(owner.owner_ ? owner.owner_ : owner.memory_),
      coords_(owner.coords_) {}

bool DeviceStorage::is_allocated() const {
    return memory_ && memory_->tensor && (!owner_ || owner_->tensor);
}

const MeshTensor& DeviceStorage::get_mesh_tensor() const {
    TT_FATAL(is_allocated(), "Tensor is not allocated: its device memory was given back");
    return *memory_->tensor;
}
MeshTensor& DeviceStorage::get_mesh_tensor() {
    return const_cast<MeshTensor&>(std::as_const(*this).get_mesh_tensor());
}

MeshTensor DeviceStorage::release_mesh_tensor() {
    MeshTensor released = std::move(get_mesh_tensor());
    memory_->tensor.reset();
    return released;
}

const tt::tt_metal::distributed::MeshBuffer& DeviceStorage::get_mesh_buffer() const {
    return get_mesh_tensor().mesh_buffer();
}
Buffer* DeviceStorage::get_buffer() const {
    return get_mesh_buffer().get_reference_buffer();
}

std::span<const tt::tt_metal::distributed::MeshCoordinate> DeviceStorage::get_coords() const {
    return coords_;
}
bool DeviceStorage::is_uniform_storage() const {
    return coords_.size() == get_mesh_tensor().device().num_devices();
}

void DeviceStorage::deallocate() {
    if (memory_) memory_->tensor.reset();
    if (owner_) owner_->tensor.reset();
}

bool DeviceStorage::is_sole_owner_of_device_memory() const {
    return memory_.use_count() == 1 && owner_.use_count() <= 1;
}

const TensorSpec& DeviceStorage::get_tensor_spec() const {
    TT_FATAL(memory_ != nullptr, "a storage without memory has no spec");
    return memory_->spec;
}
const TensorTopology& DeviceStorage::get_tensor_topology() const {
    TT_FATAL(memory_ != nullptr, "a storage without memory has no topology");
    return memory_->topology;
}
void DeviceStorage::update_tensor_topology(const TensorTopology& topology) {
    tt::tt_metal::update_tensor_topology(get_mesh_tensor(), topology);
    memory_->topology = topology;
}

const TensorSpec& TensorAttributes::get_tensor_spec() const {
    if (const auto* host = std::get_if<HostStorage>(&storage_))
        return host->host_tensor().tensor_spec();
    return std::get<DeviceStorage>(storage_).get_tensor_spec();
}

const TensorTopology& TensorAttributes::get_tensor_topology() const {
    if (const auto* host = std::get_if<HostStorage>(&storage_))
        return tt::tt_metal::get_tensor_topology(host->host_tensor());
    return std::get<DeviceStorage>(storage_).get_tensor_topology();
}

void TensorAttributes::update_tensor_topology(const TensorTopology& topology) {
    if (auto* host = std::get_if<HostStorage>(&storage_))
        tt::tt_metal::update_tensor_topology(host->host_tensor(), topology);
    else
        std::get<DeviceStorage>(storage_).update_tensor_topology(topology);
}

}  // namespace ttnn

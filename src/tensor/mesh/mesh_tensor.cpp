// Tensors on devices.
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/mesh_device.hpp>

#include "tensor/host/element_types.hpp"
#include "tensor/mesh/mesh_tensor_impl.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;
using distributed::MeshBuffer;
using distributed::MeshDevice;

MeshTensor::MeshTensor(std::shared_ptr<MeshBuffer> mesh_buffer, TensorSpec spec,
                       TensorTopology topology)
    : impl_(std::make_unique<MeshTensorImpl>(
          MeshTensorImpl{std::move(mesh_buffer), std::move(spec), std::move(topology)})) {
    require(impl_->buffer != nullptr, "MeshBuffer cannot be nullptr.");
    require(impl_->buffer->is_allocated(), "MeshBuffer must be allocated.");
    require(impl_->buffer->size() >= impl_->spec.compute_packed_buffer_size_bytes(),
            "MeshBuffer must be large enough to hold the tensor. It has {} bytes, the tensor {}.",
            impl_->buffer->size(), impl_->spec.compute_packed_buffer_size_bytes());
}

MeshTensor::~MeshTensor() = default;
MeshTensor::MeshTensor(MeshTensor&& other) noexcept = default;
MeshTensor& MeshTensor::operator=(MeshTensor&& other) noexcept = default;

MeshTensorImpl& MeshTensor::impl() {
    return held(impl_, "MeshTensor");
}
const MeshTensorImpl& MeshTensor::impl() const {
    return held(impl_, "MeshTensor");
}

MeshTensor allocate_mesh_tensor_on_device_with_topology(MeshDevice& mesh_device, TensorSpec spec,
                                                        TensorTopology topology) {
    require(spec.data_type() != DataType::FP8_E4M3 || mesh_device.arch() == tt::ARCH::BLACKHOLE,
            "FP8_E4M3 is only supported on Blackhole hardware (got arch {})", mesh_device.arch());
    const distributed::DeviceLocalBufferConfig local{
        .page_size = spec.compute_page_size_bytes(),
        .buffer_type = spec.memory_config().buffer_type(),
        .sharding_args = spec.compute_buffer_sharding_args(),
        .bottom_up = std::nullopt,
        .sub_device_id = std::nullopt};
    auto buffer = MeshBuffer::create(
        distributed::ReplicatedBufferConfig{.size = spec.compute_packed_buffer_size_bytes()}, local,
        &mesh_device);
    return MeshTensor(std::move(buffer), std::move(spec), std::move(topology));
}

MeshTensor mesh_tensor_from_buffer_with_topology(MeshBuffer mesh_buffer, TensorSpec spec,
                                                 TensorTopology topology) {
    return MeshTensor(std::make_shared<MeshBuffer>(std::move(mesh_buffer)), std::move(spec),
                      std::move(topology));
}

MeshTensor MeshTensor::allocate_on_device(MeshDevice& mesh_device, TensorSpec spec) {
    return allocate_mesh_tensor_on_device_with_topology(
        mesh_device, std::move(spec),
        TensorTopology::create_fully_replicated_tensor_topology(mesh_device.shape()));
}

MeshTensor MeshTensor::from_buffer(MeshBuffer mesh_buffer, TensorSpec spec) {
    const MeshDevice* device = mesh_buffer.device();
    require(device != nullptr, "MeshBuffer must be associated with a MeshDevice");
    const auto topology = TensorTopology::create_fully_replicated_tensor_topology(device->shape());
    return mesh_tensor_from_buffer_with_topology(std::move(mesh_buffer), std::move(spec), topology);
}

const MeshBuffer& MeshTensor::mesh_buffer() const {
    return *impl().buffer;
}
const MeshDevice& MeshTensor::device() const {
    return *impl().buffer->device();
}
MeshDevice& MeshTensor::mutable_device() const {
    return *impl().buffer->device();
}
const TensorSpec& MeshTensor::tensor_spec() const {
    return impl().spec;
}
bool MeshTensor::is_valueless_after_move() const {
    return impl_ == nullptr;
}
DataType MeshTensor::dtype() const {
    return tensor_spec().data_type();
}
Layout MeshTensor::layout() const {
    return tensor_spec().layout();
}
const Shape& MeshTensor::logical_shape() const {
    return tensor_spec().logical_shape();
}
const Shape& MeshTensor::padded_shape() const {
    return tensor_spec().padded_shape();
}
MeshTensor::volume_type MeshTensor::logical_volume() const {
    return logical_shape().volume();
}
MeshTensor::volume_type MeshTensor::physical_volume() const {
    return padded_shape().volume();
}
const MemoryConfig& MeshTensor::memory_config() const {
    return tensor_spec().memory_config();
}
bool MeshTensor::is_sharded() const {
    return memory_config().is_sharded();
}
const std::optional<ShardSpec>& MeshTensor::shard_spec() const {
    return memory_config().shard_spec();
}
const std::optional<NdShardSpec>& MeshTensor::nd_shard_spec() const {
    return memory_config().nd_shard_spec();
}
DeviceAddr MeshTensor::address() const {
    return impl().buffer->address();
}
Strides MeshTensor::strides() const {
    return tensor_spec().compute_strides();
}

std::size_t MeshTensor::element_size() const {
    if (is_block_float(dtype())) return 1;
    return with_element(dtype(), []<typename T>(std::type_identity<T>) { return sizeof(T); });
}

const TensorTopology& get_tensor_topology(const MeshTensor& tensor) {
    return tensor.impl().topology;
}
void update_tensor_topology(MeshTensor& tensor, TensorTopology topology) {
    tensor.impl().topology = std::move(topology);
}

}  // namespace tt::tt_metal

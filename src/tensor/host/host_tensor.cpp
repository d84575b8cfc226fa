// Tensors in host memory.
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>

#include "tensor/host/element_types.hpp"
#include "tensor/host/host_tensor_impl.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;
using distributed::MeshCoordinate;
using distributed::MeshShape;

HostTensor::HostTensor(DistributedHostBuffer buffer, TensorSpec spec, TensorTopology topology)
    : impl_(std::make_unique<HostTensorImpl>(
          HostTensorImpl{std::move(buffer), std::move(spec), std::move(topology)})) {}

HostTensor::~HostTensor() = default;
HostTensor::HostTensor(HostTensor&& other) noexcept = default;
HostTensor& HostTensor::operator=(HostTensor&& other) noexcept = default;

HostTensor::HostTensor(const HostTensor& other)
    : impl_(other.impl_ ? std::make_unique<HostTensorImpl>(*other.impl_) : nullptr) {}

HostTensor& HostTensor::operator=(const HostTensor& other) {
    if (this != &other) *this = HostTensor(other);
    return *this;
}

HostTensorImpl& HostTensor::impl() {
    return held(impl_, "HostTensor");
}
const HostTensorImpl& HostTensor::impl() const {
    return held(impl_, "HostTensor");
}

HostTensor host_tensor_from_buffer_with_topology(DistributedHostBuffer buffer, TensorSpec spec,
                                                 TensorTopology topology) {
    return HostTensor(std::move(buffer), std::move(spec), std::move(topology));
}

HostTensor HostTensor::from_buffer(HostBuffer buffer, TensorSpec spec) {
    const MeshShape one(1, 1);
    auto buffers = DistributedHostBuffer::create(one, one, MeshCoordinate(0, 0), nullptr);
    buffers.emplace_shard(MeshCoordinate(0, 0), [&] { return std::move(buffer); });
    return HostTensor(std::move(buffers), std::move(spec), TensorTopology());
}

HostTensor HostTensor::allocate_for_overwrite(TensorSpec spec) {
    HostBuffer buffer = allocate_buffer(spec);
    return from_buffer(std::move(buffer), std::move(spec));
}

bool HostTensor::is_valueless_after_move() const {
    return impl_ == nullptr;
}
const TensorSpec& HostTensor::tensor_spec() const {
    return impl().spec;
}
const DistributedHostBuffer& HostTensor::buffer() const {
    return impl().buffer;
}
DataType HostTensor::dtype() const {
    return tensor_spec().data_type();
}
Layout HostTensor::layout() const {
    return tensor_spec().layout();
}
const Shape& HostTensor::logical_shape() const {
    return tensor_spec().logical_shape();
}
const Shape& HostTensor::padded_shape() const {
    return tensor_spec().padded_shape();
}
HostTensor::volume_type HostTensor::logical_volume() const {
    return logical_shape().volume();
}
HostTensor::volume_type HostTensor::physical_volume() const {
    return padded_shape().volume();
}
const MemoryConfig& HostTensor::memory_config() const {
    return tensor_spec().memory_config();
}
bool HostTensor::is_sharded() const {
    return memory_config().is_sharded();
}
const std::optional<ShardSpec>& HostTensor::legacy_shard_spec() const {
    return memory_config().shard_spec();
}
const std::optional<NdShardSpec>& HostTensor::nd_shard_spec() const {
    return memory_config().nd_shard_spec();
}
Strides HostTensor::strides() const {
    return tensor_spec().compute_strides();
}

std::size_t HostTensor::element_size() const {
    if (is_block_float(dtype())) return 1;
    require(dtype() != DataType::FP8_E4M3, "Unsupported data type {}", dtype());
    return with_element(dtype(), []<typename T>(std::type_identity<T>) { return sizeof(T); });
}

HostTensor HostTensor::transform(
    const std::function<HostBuffer(const HostBuffer&)>& callable) const {
    return with_data(*this, tensor_spec(), callable);
}

const TensorTopology& get_tensor_topology(const HostTensor& tensor) {
    return tensor.impl().topology;
}
void update_tensor_topology(HostTensor& tensor, TensorTopology topology) {
    tensor.impl().topology = std::move(topology);
}

}  // namespace tt::tt_metal

namespace ironbird::tensor {

using namespace tt::tt_metal;

HostTensor with_data(const HostTensor& tensor, TensorSpec spec,
                     const DistributedHostBuffer::TransformFn& convert) {
    using Policy = DistributedHostBuffer::ProcessShardExecutionPolicy;
    return host_tensor_from_buffer_with_topology(
        tensor.buffer().transform(convert, Policy::PARALLEL), std::move(spec),
        tensor.impl().topology);
}

HostBuffer allocate_buffer(const TensorSpec& spec) {
    const std::size_t bytes = spec.compute_packed_buffer_size_bytes();
    return with_element(spec.data_type(), [&]<typename T>(std::type_identity<T>) {
        return HostBuffer(std::vector<T>(bytes / sizeof(T)));
    });
}

}  // namespace ironbird::tensor

// What a tensor is asked for.
#include "ttnn/tensor/tensor.hpp"

#include <atomic>
#include <tt-metalium/experimental/tensor_apis_with_pad_values.hpp>
#include <tt-metalium/experimental/tensor_host_pad_apis.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>
#include <tt_stl/assert.hpp>

#include "ttnn/tensor/host_buffer/functions.hpp"
#include "ttnn/tensor/tensor_ops.hpp"
#include "ttnn/tensor/tensor_utils.hpp"
#include "ttnn/tensor/to_string.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

TensorSpec host_spec(const Shape& shape, DataType dtype, Layout layout,
                     const std::optional<Tile>& tile) {
    return {shape, TensorLayout(dtype, PageConfig(layout, tile), MemoryConfig{})};
}

TensorSpec padded_spec(const Shape& logical, const Shape& padded, DataType dtype, Layout layout,
                       const std::optional<Tile>& tile) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return {logical, TensorLayout::fromPaddedShape(dtype, PageConfig(layout, tile), MemoryConfig{},
                                                   logical, padded)};
#pragma GCC diagnostic pop
}

std::atomic<std::uint64_t>& id_counter() {
    static std::atomic<std::uint64_t> counter{0};
    return counter;
}

const TensorAttributes& need(const std::shared_ptr<TensorAttributes>& attributes) {
    TT_FATAL(attributes != nullptr, "this tensor was made without anything in it");
    return *attributes;
}

}  // namespace

Tensor::Tensor(DeviceStorage storage)
    : tensor_attributes(std::make_shared<TensorAttributes>(std::move(storage))) {}
Tensor::Tensor(HostTensor tensor)
    : tensor_attributes(std::make_shared<TensorAttributes>(HostStorage(std::move(tensor)))) {}
Tensor::Tensor(MeshTensor tensor) : Tensor(DeviceStorage(std::move(tensor))) {}
Tensor::Tensor(HostBuffer buffer, TensorSpec tensor_spec)
    : Tensor(HostTensor::from_buffer(std::move(buffer), std::move(tensor_spec))) {}
Tensor::Tensor(HostBuffer buffer, const tt::tt_metal::Shape& shape, DataType dtype, Layout layout,
               const std::optional<Tile>& tile)
    : Tensor(std::move(buffer), host_spec(shape, dtype, layout, tile)) {}
Tensor::Tensor(HostBuffer buffer, const tt::tt_metal::Shape& logical_shape,
               const tt::tt_metal::Shape& padded_shape, DataType dtype, Layout layout,
               const std::optional<Tile>& tile)
    : Tensor(std::move(buffer), padded_spec(logical_shape, padded_shape, dtype, layout, tile)) {}

template <typename T>
Tensor Tensor::from_span(ttsl::Span<const T> buffer, const TensorSpec& spec,
                         tt::tt_metal::distributed::MeshDevice* device,
                         std::optional<QueueId> cq_id, T pad_value) {
    const std::span<const T> data(buffer.data(), buffer.size());
    Tensor host(host_tensor_from_span_with_pad_value<T>(data, spec, pad_value));
    return device != nullptr ? host.to_device(device, spec.memory_config(), cq_id) : host;
}

template <typename T>
Tensor Tensor::from_vector(std::vector<T>&& buffer, const TensorSpec& spec,
                           tt::tt_metal::distributed::MeshDevice* device,
                           std::optional<QueueId> cq_id, T pad_value) {
    Tensor host(host_tensor_from_vector_with_pad_value<T>(std::move(buffer), spec, pad_value));
    return device != nullptr ? host.to_device(device, spec.memory_config(), cq_id) : host;
}

template <typename T>
Tensor Tensor::from_borrowed_data(ttsl::Span<T> buffer, const tt::tt_metal::Shape& shape,
                                  MemoryPin buffer_pin, const std::optional<Tile>&) {
    return Tensor(HostTensor::from_borrowed_data<T>(std::span<T>(buffer.data(), buffer.size()),
                                                    shape, std::move(buffer_pin)));
}

template <typename T>
std::vector<T> Tensor::to_vector(std::optional<QueueId> cq_id) const {
    const Tensor host = cpu(true, cq_id);
    return host.host_tensor().to_vector<T>();
}

template <typename T>
T Tensor::item(std::optional<QueueId> cq_id) const {
    TT_FATAL(logical_volume() == 1, "item() takes a tensor of one element, not of {}",
             logical_volume());
    return to_vector<T>(cq_id).front();
}

#define TTNN_ELEMENT(T)                                                                      \
    template Tensor Tensor::from_span<T>(ttsl::Span<const T>, const TensorSpec&,             \
                                         tt::tt_metal::distributed::MeshDevice*,             \
                                         std::optional<QueueId>, T);                         \
    template Tensor Tensor::from_vector<T>(std::vector<T>&&, const TensorSpec&,              \
                                           tt::tt_metal::distributed::MeshDevice*,           \
                                           std::optional<QueueId>, T);                       \
    template Tensor Tensor::from_borrowed_data<T>(ttsl::Span<T>, const tt::tt_metal::Shape&, \
                                                  MemoryPin, const std::optional<Tile>&);    \
    template std::vector<T> Tensor::to_vector<T>(std::optional<QueueId>) const;              \
    template T Tensor::item<T>(std::optional<QueueId>) const;
TTNN_ELEMENT(bfloat16)
TTNN_ELEMENT(float)
TTNN_ELEMENT(std::int32_t)
TTNN_ELEMENT(std::uint32_t)
TTNN_ELEMENT(std::uint16_t)
TTNN_ELEMENT(std::uint8_t)
TTNN_ELEMENT(std::int8_t)
#undef TTNN_ELEMENT

Tensor Tensor::to_device(tt::tt_metal::distributed::MeshDevice* mesh_device,
                         ttsl::optional_reference<const MemoryConfig> mem_config,
                         std::optional<QueueId> cq_id) const {
    return tt::tt_metal::to_device(*this, mesh_device, mem_config, cq_id);
}
Tensor Tensor::cpu(bool blocking, std::optional<QueueId> cq_id) const {
    return ttnn::cpu(*this, blocking, cq_id);
}
Tensor Tensor::to_layout(Layout target_layout) const {
    return tt::tt_metal::to_layout(*this, target_layout);
}
Tensor Tensor::pad(const tt::tt_metal::Shape& output_padded_shape, const tt::tt_metal::Shape& start,
                   float pad_value) const {
    return ttnn::pad(*this, output_padded_shape, start, pad_value);
}
Tensor Tensor::unpad(const tt::tt_metal::Shape& start, const tt::tt_metal::Shape& end) const {
    return ttnn::unpad(*this, start, end);
}
Tensor Tensor::pad_to_tile(float pad_value) const {
    return ttnn::pad_to_tile(*this, pad_value);
}
Tensor Tensor::unpad_from_tile(const tt::tt_metal::Shape& shape) const {
    return ttnn::unpad_from_tile(*this, shape);
}
Tensor Tensor::reshape(const tt::tt_metal::Shape& new_shape) const {
    return tt::tt_metal::reshape(*this, new_shape);
}
Tensor Tensor::reshape(const tt::tt_metal::Shape& logical,
                       const tt::tt_metal::Shape& padded) const {
    return tt::tt_metal::reshape(*this, logical, padded);
}
std::string Tensor::write_to_string() const {
    return to_string(*this);
}

void Tensor::deallocate(bool force) {
    if (tensor_attributes == nullptr) return;
    auto* device = std::get_if<DeviceStorage>(&tensor_attributes->get_storage());
    if (device == nullptr) return;  // host memory goes with its last tensor
    const bool alone =
        tensor_attributes.use_count() == 1 && device->is_sole_owner_of_device_memory();
    if (force || alone) device->deallocate();
}

DataType Tensor::dtype() const {
    return tensor_spec().data_type();
}
Layout Tensor::layout() const {
    return tensor_spec().layout();
}
const tt::tt_metal::Shape& Tensor::logical_shape() const {
    return tensor_spec().logical_shape();
}
const tt::tt_metal::Shape& Tensor::padded_shape() const {
    return tensor_spec().padded_shape();
}
const TensorSpec& Tensor::tensor_spec() const {
    return need(tensor_attributes).get_tensor_spec();
}
std::uint64_t Tensor::logical_volume() const {
    return logical_shape().volume();
}
std::uint64_t Tensor::physical_volume() const {
    return padded_shape().volume();
}
const MemoryConfig& Tensor::memory_config() const {
    return tensor_spec().memory_config();
}
const TensorTopology& Tensor::tensor_topology() const {
    return need(tensor_attributes).get_tensor_topology();
}
void Tensor::update_tensor_topology(const TensorTopology& topology) {
    (void)need(tensor_attributes);
    tensor_attributes->update_tensor_topology(topology);
}
const std::optional<ShardSpec>& Tensor::shard_spec() const {
    return memory_config().shard_spec();
}
const std::optional<NdShardSpec>& Tensor::nd_shard_spec() const {
    return memory_config().nd_shard_spec();
}
StorageType Tensor::storage_type() const {
    return std::holds_alternative<HostStorage>(need(tensor_attributes).get_storage())
               ? StorageType::HOST
               : StorageType::DEVICE;
}
tt::tt_metal::Shape Tensor::strides() const {
    const Strides strides = tensor_spec().compute_strides();
    return tt::tt_metal::Shape(ttsl::SmallVector<std::uint32_t>(strides.begin(), strides.end()));
}
bool Tensor::is_scalar() const {
    return logical_volume() == 1;
}
bool Tensor::is_sharded() const {
    return storage_type() == StorageType::DEVICE && memory_config().is_sharded();
}
bool Tensor::is_allocated() const {
    return storage_type() == StorageType::HOST || device_storage().is_allocated();
}
std::uint32_t Tensor::element_size() const {
    return is_block_float(dtype()) ? 0 : datum_size(datatype_to_dataformat_converter(dtype()));
}

Buffer* Tensor::buffer() const {
    return device_storage().get_buffer();
}
const tt::tt_metal::distributed::MeshBuffer& Tensor::mesh_buffer() const {
    return device_storage().get_mesh_buffer();
}
const MeshTensor& Tensor::mesh_tensor() const& {
    return device_storage().get_mesh_tensor();
}
tt::tt_metal::distributed::MeshDevice* Tensor::device() const {
    if (storage_type() == StorageType::HOST || !is_allocated()) return nullptr;
    return mesh_buffer().device();
}

const DeviceStorage& Tensor::device_storage() const& {
    const auto* device = std::get_if<DeviceStorage>(&need(tensor_attributes).get_storage());
    TT_FATAL(device != nullptr, "Expected Tensor with DeviceStorage, this one is on the host");
    return *device;
}
DeviceStorage& Tensor::device_storage() & {
    return const_cast<DeviceStorage&>(std::as_const(*this).device_storage());
}
const HostStorage& Tensor::host_storage() const& {
    const auto* host = std::get_if<HostStorage>(&need(tensor_attributes).get_storage());
    TT_FATAL(host != nullptr, "Expected Tensor with HostStorage, this one is on a device");
    return *host;
}
HostStorage& Tensor::host_storage() & {
    return const_cast<HostStorage&>(std::as_const(*this).host_storage());
}
const HostTensor& Tensor::host_tensor() const& {
    return host_storage().host_tensor();
}

std::uint64_t Tensor::get_tensor_id_counter() {
    return id_counter();
}
void Tensor::set_tensor_id_counter(std::uint64_t id) {
    id_counter() = id;
}
std::uint64_t Tensor::next_tensor_id() {
    return id_counter()++;
}

Tensor set_tensor_id(const Tensor& tensor) {
    Tensor numbered = tensor;
    numbered.tensor_id = Tensor::next_tensor_id();
    return numbered;
}

bool is_cpu_tensor(const Tensor& tensor) {
    return tensor.storage_type() == StorageType::HOST;
}
bool is_device_tensor(const Tensor& tensor) {
    return tensor.storage_type() == StorageType::DEVICE;
}

ttsl::optional_reference<const MeshTensor> as_optional_mesh_tensor(
    const std::optional<Tensor>& opt) {
    if (!opt) return std::nullopt;
    TT_FATAL(is_device_tensor(*opt),
             "as_optional_mesh_tensor: expected device tensor, this one is on the host");
    return opt->mesh_tensor();
}

}  // namespace ttnn

namespace tt::tt_metal::host_buffer {

HostBuffer get_host_buffer(const ttnn::Tensor& tensor) {
    return get_host_buffer(tensor.host_tensor());
}

}  // namespace tt::tt_metal::host_buffer

// Other shapes for the same data.
#include "core/views.hpp"

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt_stl/assert.hpp>

#include "ttnn/operations/core/core.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

std::uint32_t dim_from_end(const tt::tt_metal::Shape& shape, int from_end) {
    return static_cast<int>(shape.rank()) >= from_end ? shape[-from_end] : 1;
}

// Rows of one tile stay rows of one tile.
bool tiles_stay(const TensorSpec& from, const tt::tt_metal::Shape& b) {
    const auto& a = from.logical_shape();
    const std::uint32_t height = from.tile().get_height();
    const std::uint32_t rows_a = dim_from_end(a, 2), rows_b = dim_from_end(b, 2);
    const bool whole = rows_a % height == 0 && rows_b % height == 0;
    return dim_from_end(a, 1) == dim_from_end(b, 1) && (rows_a == rows_b || whole);
}

TensorSpec with_shape(const TensorSpec& spec, const tt::tt_metal::Shape& shape) {
    return {shape, TensorLayout(spec.data_type(), spec.page_config(), spec.memory_config())};
}

TensorSpec with_padded_shape(const TensorSpec& spec, const tt::tt_metal::Shape& logical,
                             const tt::tt_metal::Shape& padded) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return {logical, TensorLayout::fromPaddedShape(spec.data_type(), spec.page_config(),
                                                   spec.memory_config(), logical, padded)};
#pragma GCC diagnostic pop
}

Tensor host_view(const HostTensor& tensor, const TensorSpec& spec) {
    return Tensor(
        host_tensor_from_buffer_with_topology(tensor.buffer(), spec, get_tensor_topology(tensor)));
}

Tensor device_view(const Tensor& tensor, const TensorSpec& spec) {
    const tt::tt_metal::distributed::MeshBuffer& buffer = tensor.mesh_buffer();
    auto alias = tt::tt_metal::distributed::MeshBuffer::create(
        buffer.global_config(), buffer.device_local_config(), buffer.device(), buffer.address());
    return Tensor(DeviceStorage(
        tensor.device_storage(),
        mesh_tensor_from_buffer_with_topology(std::move(*alias), spec, tensor.tensor_topology())));
}

Tensor view_as(const Tensor& tensor, const TensorSpec& spec) {
    if (tensor.tensor_spec() == spec) return tensor;
    return tensor.storage_type() == StorageType::HOST ? host_view(tensor.host_tensor(), spec)
                                                      : device_view(tensor, spec);
}

}  // namespace

Tensor unchecked_reinterpret_layout(const Tensor& input_tensor, Layout target_layout) {
    const TensorSpec& from = input_tensor.tensor_spec();
    const PageConfig pages(target_layout, from.tile());
    return view_as(input_tensor, {from.logical_shape(),
                                  TensorLayout(from.data_type(), pages, from.memory_config())});
}

namespace core {

bool is_view(const Tensor& tensor, const tt::tt_metal::Shape& shape) {
    const TensorSpec& from = tensor.tensor_spec();
    if (from.logical_shape() == shape) return true;
    if (tensor.logical_volume() == 0) return tensor.storage_type() == StorageType::HOST;
    // Shards of rows and columns of the matrix that a tensor is are those of the view too.
    if (tensor.memory_config().memory_layout() == TensorMemoryLayout::ND_SHARDED) return false;
    if (from.layout() == Layout::TILE) return tiles_stay(from, shape);
    const bool dense = from.padded_shape() == from.logical_shape();
    return dense && (tensor.storage_type() == StorageType::HOST ||
                     dim_from_end(from.logical_shape(), 1) == dim_from_end(shape, 1));
}

}  // namespace core

namespace operations::core {

Tensor unsqueeze_to_4D(const Tensor& tensor) {
    TT_FATAL(tensor.logical_shape().rank() <= 4, "Tensor rank is greater than 4: {}",
             tensor.logical_shape());
    return tensor.reshape(tensor.logical_shape().to_rank(4));
}
Tensor squeeze_from_4D(const Tensor& tensor, int rank) {
    TT_FATAL(tensor.logical_shape().rank() == 4 && rank >= 0,
             "squeeze_from_4D takes a tensor of rank 4, this one has {}", tensor.logical_shape());
    return tensor.reshape(tensor.logical_shape().to_rank(static_cast<std::size_t>(rank)));
}

}  // namespace operations::core
}  // namespace ttnn

namespace tt::tt_metal {

ttnn::Tensor view(const ttnn::Tensor& input, const Shape& new_shape) {
    TT_FATAL(input.logical_volume() == new_shape.volume(),
             "Invalid arguments to reshape: {} has other elements than {}", new_shape,
             input.logical_shape());
    TT_FATAL(ttnn::core::is_view(input, new_shape),
             "a view of {} as {} would have to move elements ({}, {}): use ttnn::reshape",
             input.logical_shape(), new_shape, input.layout(), input.memory_config());
    return ttnn::view_as(input, ttnn::with_shape(input.tensor_spec(), new_shape));
}

ttnn::Tensor view(const ttnn::Tensor& input, const Shape& new_logical_shape,
                  const Shape& new_padded_shape) {
    TT_FATAL(input.padded_shape().volume() == new_padded_shape.volume(),
             "Invalid arguments to reshape: padded {} has other elements than {}", new_padded_shape,
             input.padded_shape());
    return ttnn::view_as(
        input, ttnn::with_padded_shape(input.tensor_spec(), new_logical_shape, new_padded_shape));
}

ttnn::Tensor reshape(const ttnn::Tensor& input, const Shape& new_shape) {
    return tt::tt_metal::view(input, new_shape);
}
ttnn::Tensor reshape(const ttnn::Tensor& input, const Shape& new_logical_shape,
                     const Shape& new_padded_shape) {
    return tt::tt_metal::view(input, new_logical_shape, new_padded_shape);
}

}  // namespace tt::tt_metal

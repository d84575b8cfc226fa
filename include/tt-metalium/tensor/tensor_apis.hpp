// Conversions of tensors in host memory.
#pragma once

#include <tt-metalium/host_buffer.hpp>
#include <tt-metalium/tensor/host_tensor.hpp>
#include <tt_stl/span.hpp>

namespace tt::tt_metal {

// Padding is kept in the data; a conversion that would need other padding is refused. Block formats
// exist as tiles only and are returned as they are.
HostTensor to_layout(const HostTensor& tensor, Layout target_layout);
HostTensor to_tile_layout(const HostTensor& tensor, const Tile& tile);
HostTensor to_row_major_layout(const HostTensor& tensor);

// Block formats become tiles.
HostTensor to_dtype(const HostTensor& input_tensor, DataType dtype);

// The logical content in another spec.
template <typename T>
HostTensor to_tensor_spec(const HostTensor& tensor, const TensorSpec& dest_spec);

namespace host_buffer {

// The one buffer of a tensor that is not spread over a mesh.
HostBuffer get_host_buffer(const HostTensor& tensor);

template <typename T>
ttsl::Span<const T> get_as(const HostBuffer& buffer);
template <typename T>
ttsl::Span<T> get_as(HostBuffer& buffer);
template <typename T>
ttsl::Span<const T> get_as(const HostTensor& tensor);
template <typename T>
ttsl::Span<T> get_as(HostTensor& tensor);

}  // namespace host_buffer
}  // namespace tt::tt_metal

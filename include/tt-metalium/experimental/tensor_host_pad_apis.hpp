// Padding of row-major tensors in host memory.
#pragma once

#include <tt-metalium/shape.hpp>
#include <tt-metalium/tensor/host_tensor.hpp>

namespace tt::tt_metal {

// The input, padding included, at the start offset of a larger tensor full of the pad value.
HostTensor pad(const HostTensor& tensor, const Shape& output_padded_shape,
               const Shape& input_tensor_start, float pad_value);
// The box from start (inclusive) to end (exclusive).
HostTensor unpad(const HostTensor& tensor, const Shape& output_tensor_start,
                 const Shape& output_tensor_end);
HostTensor pad_to_tile(const HostTensor& input_tensor, float pad_value);
HostTensor unpad_from_tile(const HostTensor& input_tensor, const Shape& output_tensor_shape);

}  // namespace tt::tt_metal

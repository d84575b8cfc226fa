// Host tensors whose padding has a value of the caller's choice.
#pragma once

#include <span>
#include <tt-metalium/tensor/host_tensor.hpp>
#include <vector>

namespace tt::tt_metal {

template <typename T>
HostTensor host_tensor_from_span_with_pad_value(std::span<const T> buffer, TensorSpec spec,
                                                T pad_value);
template <typename T>
HostTensor host_tensor_from_vector_with_pad_value(const std::vector<T>& buffer, TensorSpec spec,
                                                  T pad_value);
template <typename T>
HostTensor host_tensor_from_vector_with_pad_value(std::vector<T>&& buffer, TensorSpec spec,
                                                  T pad_value);
template <typename T>
HostTensor host_tensor_to_tensor_spec_with_pad_value(const HostTensor& tensor,
                                                     const TensorSpec& dest_spec, T pad_value);

}  // namespace tt::tt_metal

// The bytes of host tensors.
#pragma once

#include <tt-metalium/tensor/tensor_apis.hpp>

#include "ttnn/tensor/tensor.hpp"

namespace tt::tt_metal::host_buffer {

HostBuffer get_host_buffer(const ttnn::Tensor& tensor);

template <typename T>
ttsl::Span<const T> get_as(const ttnn::Tensor& tensor) {
    return get_as<T>(tensor.host_tensor());
}
template <typename T>
ttsl::Span<T> get_as(ttnn::Tensor& tensor) {
    return get_as<T>(tensor.host_storage().host_tensor());
}

}  // namespace tt::tt_metal::host_buffer

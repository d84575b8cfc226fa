// Checks that conversions of host tensors share.
#pragma once

#include <string_view>
#include <tt-metalium/host_buffer.hpp>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>

namespace ironbird::tensor {

void need_packed_size(const tt::tt_metal::HostBuffer& shard, const tt::tt_metal::TensorSpec& spec,
                      std::string_view what, std::string_view when);

// A conversion moves no elements into or out of padding.
void need_same_physical(const tt::tt_metal::TensorSpec& from, const tt::tt_metal::TensorSpec& to,
                        std::string_view what, tt::tt_metal::Layout layout);

}  // namespace ironbird::tensor

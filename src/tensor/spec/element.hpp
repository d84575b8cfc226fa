// Bytes of elements.
#pragma once

#include <cstdint>
#include <tt-metalium/tensor/tensor_types.hpp>

namespace ironbird::tensor {

// An element of a block format counts as the float that it is unpacked to.
std::uint32_t element_bytes(tt::tt_metal::DataType type);

}  // namespace ironbird::tensor

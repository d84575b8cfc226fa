// Shapes of tensors.
#pragma once

#include <cstdint>
#include <tt-metalium/shape.hpp>

namespace ttnn {

using tt::tt_metal::Shape;

// The product of all dimensions but the last two.
inline std::uint32_t get_batch_size(const Shape& shape) {
    std::uint32_t batch = 1;
    for (int i = 0; i + 2 < static_cast<int>(shape.rank()); i++) batch *= shape[i];
    return batch;
}

}  // namespace ttnn

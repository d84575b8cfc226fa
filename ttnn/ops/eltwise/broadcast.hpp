// Broadcasting: the shape of a result, and which tiles of the operands belong to a tile of it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ttnn/tensor/tensor.hpp"

namespace ttnn::eltwise {

// NumPy's rules; throws where dimensions differ and none is one.
tt::tt_metal::Shape broadcast_shape(std::string_view op, const tt::tt_metal::Shape& a,
                                    const tt::tt_metal::Shape& b);

// How a tile of the operand is broadcast over one of the result; the values are the kernel's.
enum class Broadcast : std::uint32_t { none = 0, column = 1, row = 2, element = 3 };
Broadcast broadcast_of(const tt::tt_metal::Shape& operand, const tt::tt_metal::Shape& result);

// One loop of the walk over the result's tiles, in tiles of the operands.
struct WalkDim {
    std::uint32_t extent, stride_a, stride_b;
};
struct Walk {
    std::array<WalkDim, 8> dims;  // innermost first; what is not needed has an extent of 1
};
Walk walk_of(const Tensor& a, const Tensor& b, const Tensor& result);

}  // namespace ttnn::eltwise

// Another shape for the same memory.
#pragma once

#include <cstdint>
#include <tt_stl/span.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Throws where elements would have to move.
Tensor view(const Tensor& input_tensor, const Shape& logical_shape);
Tensor view(const Tensor& input_tensor, ttsl::Span<const std::int32_t> shape_vector);

}  // namespace ttnn

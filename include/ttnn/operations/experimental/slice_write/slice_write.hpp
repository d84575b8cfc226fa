// A part of a tensor overwritten.
#pragma once

#include <cstdint>
#include <tt_stl/small_vector.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// The elements of the output from start to end, step by step in each dimension, become those of the
// input. Steps of 1 alone are supported.
Tensor slice_write(const Tensor& input_tensor, const Tensor& output_tensor,
                   const ttsl::SmallVector<std::uint32_t>& start,
                   const ttsl::SmallVector<std::uint32_t>& end,
                   const ttsl::SmallVector<std::uint32_t>& step);

}  // namespace ttnn::experimental

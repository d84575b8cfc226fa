// Slices of a tensor replaced by those of another.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Slice batch_id[i] of dimension `dim` of the first tensor becomes slice i of the second.
Tensor indexed_fill(const Tensor& batch_id, const Tensor& input_tensor_a,
                    const Tensor& input_tensor_b,
                    const std::optional<MemoryConfig>& memory_config = std::nullopt,
                    std::int64_t dim = 0);

}  // namespace ttnn

// The greatest or smallest elements along a dimension.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn {

// {values, indices}: the k greatest (smallest) elements along a dimension in their order, of equal
// ones the first, and where they were, or what `indices_tensor` has there. BFLOAT16, FLOAT32 and
// BFLOAT8_B. Indices are UINT16, or UINT32 for FLOAT32 and from 65536 elements on.
std::vector<Tensor> topk(
    const Tensor& input_tensor, std::uint32_t k, std::int8_t dim = -1, bool largest = true,
    bool sorted = true, const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt,
    const std::optional<Tensor>& indices_tensor = std::nullopt,
    std::optional<std::tuple<Tensor&, Tensor&>> preallocated_output_tensors = std::nullopt,
    bool stable = false);

}  // namespace ttnn

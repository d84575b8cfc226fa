// Elements in their order along a dimension.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn {

// {values, indices}. Equal elements keep their order, asked for or not. BFLOAT16, FLOAT32,
// BFLOAT8_B, INT32, UINT32 and UINT16; NaN is greater than all numbers. Indices are UINT16 for
// BFLOAT16 and BFLOAT8_B with less than 65536 elements, else UINT32.
std::vector<Tensor> sort(
    const Tensor& input_tensor, std::int8_t dim = -1, bool descending = false, bool stable = false,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<std::tuple<Tensor&, Tensor&>> optional_output_tensors = std::nullopt);

}  // namespace ttnn

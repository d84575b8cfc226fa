// Dimensions in another order.
#pragma once

#include <cstdint>
#include <optional>
#include <tt_stl/small_vector.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Dimension i of the result is dimension dims[i] of the input; negative ones count from the end.
Tensor permute(const Tensor& input_tensor, const ttsl::SmallVector<std::int64_t>& dims,
               const std::optional<MemoryConfig>& memory_config, float pad_value = 0.0f);
Tensor permute(const Tensor& input_tensor, const ttsl::SmallVector<std::int64_t>& dims,
               float pad_value = 0.0f);

}  // namespace ttnn

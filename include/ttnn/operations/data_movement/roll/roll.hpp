// Elements moved around in a circle.
#pragma once

#include <optional>
#include <tt_stl/small_vector.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor roll(const Tensor& input_tensor, const ttsl::SmallVector<int>& shifts,
            const ttsl::SmallVector<int>& input_dims,
            const std::optional<MemoryConfig>& memory_config = std::nullopt);
// All elements as one row.
Tensor roll(const Tensor& input_tensor, int shifts,
            const std::optional<MemoryConfig>& memory_config = std::nullopt);
Tensor roll(const Tensor& input_tensor, int shifts, int dim,
            const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

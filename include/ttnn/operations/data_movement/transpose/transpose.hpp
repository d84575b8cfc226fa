// Two dimensions swapped.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor transpose(const Tensor& input_tensor, std::int64_t dim1, std::int64_t dim2,
                 const std::optional<MemoryConfig>& memory_config_arg, float pad_value = 0.0f);
Tensor transpose(const Tensor& input_tensor, std::int64_t dim1, std::int64_t dim2,
                 float pad_value = 0.0f);

}  // namespace ttnn

// Running sums along a dimension.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/types.hpp"

namespace ttnn {

// From the first element on, or from the last one in reverse order. The tensor becomes `dtype`
// first; real numbers are carried on in FLOAT32.
Tensor cumsum(const Tensor& input, const std::int32_t& dim,
              std::optional<DataType> dtype = std::nullopt, const bool& reverse_order = false,
              std::optional<Tensor> optional_out = std::nullopt,
              const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

// Slices of a tensor filled with a value.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor index_fill(const Tensor& input, std::uint32_t dim, const Tensor& index,
                  std::variant<float, int> value,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

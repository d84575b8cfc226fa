// The halves of rows swapped.
#pragma once

#include <optional>

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [-second half, first half] of every row.
Tensor rotate_half(const Tensor& input_tensor,
                   const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn::experimental

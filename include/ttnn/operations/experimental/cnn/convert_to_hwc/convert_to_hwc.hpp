// Channels last: one row for each pixel.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [1, B, C, HW] as [1, 1, B HW, C], in rows.
Tensor convert_to_hwc(const Tensor& input,
                      const std::optional<MemoryConfig>& memory_config = std::nullopt,
                      const std::optional<DataType>& dtype = std::nullopt);

}  // namespace ttnn::experimental

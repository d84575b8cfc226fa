// Channels first: one row for each channel.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// [1, 1, HW, C] as [1, 1, C, HW], in rows.
Tensor convert_to_chw(const Tensor& input, const std::optional<DataType>& dtype = std::nullopt);

}  // namespace ttnn::experimental

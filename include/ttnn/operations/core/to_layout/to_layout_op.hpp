// Between row-major and tiles.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// On the device for device tensors, on the host for others. Padding that tiles need is filled with
// the pad value; row-major results have none.
Tensor to_layout(const Tensor& tensor_arg, Layout layout,
                 const std::optional<DataType>& dtype = std::nullopt,
                 const std::optional<MemoryConfig>& memory_config = std::nullopt,
                 const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt,
                 float pad_value = 0.0f);

}  // namespace ttnn

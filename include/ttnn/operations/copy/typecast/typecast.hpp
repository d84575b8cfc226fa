// Another data type, on the device.
#pragma once

#include <optional>

#include "ttnn/types.hpp"

namespace ttnn {

Tensor typecast(const Tensor& input, const DataType& output_dtype,
                const std::optional<MemoryConfig>& memory_config = std::nullopt,
                const std::optional<Tensor>& optional_output_tensor = std::nullopt,
                const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

// The same bits as a type of the same size.
Tensor bitcast(const Tensor& input_tensor, const DataType& output_dtype,
               const std::optional<MemoryConfig>& memory_config = std::nullopt,
               const std::optional<Tensor>& optional_output_tensor = std::nullopt,
               const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn

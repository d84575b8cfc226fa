// Rows into tiles, with padding.
#pragma once

#include <cstdint>
#include <optional>
#include <tt_stl/small_vector.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor tilize_with_val_padding(const Tensor& input_tensor,
                               const ttsl::SmallVector<std::uint32_t>& output_padded_shape,
                               PadValue pad_value,
                               const std::optional<MemoryConfig>& memory_config = std::nullopt,
                               std::optional<DataType> output_dtype = std::nullopt,
                               bool use_multicore = true,
                               const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);
Tensor tilize_with_val_padding(const Tensor& input_tensor, const Shape& output_padded_shape,
                               PadValue pad_value,
                               const std::optional<MemoryConfig>& memory_config = std::nullopt,
                               std::optional<DataType> output_dtype = std::nullopt,
                               bool use_multicore = true,
                               const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);
// Up to the next whole tiles.
Tensor tilize_with_zero_padding(const Tensor& input_tensor,
                                const std::optional<MemoryConfig>& memory_config = std::nullopt,
                                std::optional<DataType> output_dtype = std::nullopt,
                                bool use_multicore = true,
                                const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn

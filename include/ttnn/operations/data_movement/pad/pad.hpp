// Elements around a tensor.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tt_stl/small_vector.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

namespace operations::data_movement {

struct PadSpecDim {
    std::uint32_t before_elements;
    std::uint32_t after_elements;
};

}  // namespace operations::data_movement

// Paddings are those of the last dimensions. In TILE layout there are none in front.
Tensor pad(const Tensor& input_tensor,
           const ttsl::SmallVector<operations::data_movement::PadSpecDim>& padding, float value,
           bool use_multicore = true,
           const std::optional<MemoryConfig>& memory_config_arg = std::nullopt,
           const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);
Tensor pad(const Tensor& input_tensor,
           const ttsl::SmallVector<std::array<std::uint32_t, 2>>& padding, float value,
           bool use_multicore = true,
           const std::optional<MemoryConfig>& memory_config_arg = std::nullopt,
           const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);
// Up to a shape, with the input from a place of it on.
Tensor pad(const Tensor& input_tensor, const Array4D& output_padded_shape,
           const Array4D& input_tensor_start, float value, bool use_multicore = true,
           const std::optional<MemoryConfig>& memory_config_arg = std::nullopt,
           const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn

// The same elements in another shape.
#pragma once

#include <cstdint>
#include <optional>
#include <tt_stl/span.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Accepted: there is one way only.
enum class TileReshapeMapMode { CACHE, RECREATE };

// A view where no element has to move, else a tensor of its own, whose padding has the pad value.
Tensor reshape(const Tensor& input_tensor, const Shape& logical_shape,
               const std::optional<MemoryConfig>& memory_config = std::nullopt,
               const std::optional<PadValue>& pad_value = std::nullopt,
               TileReshapeMapMode reshape_map_mode = TileReshapeMapMode::CACHE,
               const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt,
               bool skip_padding_fill = false);
// A padded shape of as many elements as the input has with its padding makes a view of that.
Tensor reshape(const Tensor& input_tensor, const Shape& logical_input_shape,
               const Shape& padded_input_shape,
               const std::optional<MemoryConfig>& memory_config = std::nullopt,
               const std::optional<PadValue>& pad_value = std::nullopt,
               TileReshapeMapMode reshape_map_mode = TileReshapeMapMode::CACHE,
               const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt,
               bool skip_padding_fill = false);
// One dimension may be -1: what is left.
Tensor reshape(const Tensor& input_tensor, ttsl::Span<const std::int32_t> shape_vector,
               const std::optional<MemoryConfig>& memory_config = std::nullopt,
               const std::optional<PadValue>& pad_value = std::nullopt,
               TileReshapeMapMode reshape_map_mode = TileReshapeMapMode::CACHE,
               const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt,
               bool skip_padding_fill = false);

}  // namespace ttnn

// Into shards.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor interleaved_to_sharded(const Tensor& input_tensor, const MemoryConfig& sharded_memory_config,
                              const std::optional<DataType>& data_type_arg = std::nullopt,
                              const std::optional<bool>& keep_l1_aligned = std::nullopt,
                              const std::optional<Tensor>& preallocated_output = std::nullopt);
// A grid of cores from (0, 0) on, or cores.
Tensor interleaved_to_sharded(const Tensor& input_tensor,
                              const std::variant<CoreCoord, CoreRangeSet>& grid,
                              std::array<std::uint32_t, 2> shard_shape,
                              TensorMemoryLayout shard_scheme, ShardOrientation shard_orientation,
                              const std::optional<DataType>& data_type_arg = std::nullopt,
                              const std::optional<bool>& keep_l1_aligned = std::nullopt);

}  // namespace ttnn

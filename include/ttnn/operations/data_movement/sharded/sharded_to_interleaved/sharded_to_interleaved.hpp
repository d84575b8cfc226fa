// Out of shards.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor sharded_to_interleaved(const Tensor& input_tensor,
                              const MemoryConfig& memory_config = DRAM_MEMORY_CONFIG,
                              const std::optional<DataType>& output_dtype = std::nullopt);

}  // namespace ttnn

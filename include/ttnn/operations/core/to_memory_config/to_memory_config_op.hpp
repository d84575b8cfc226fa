// Into another memory or other shards.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// The tensor itself if it is there already.
Tensor to_memory_config(const Tensor& tensor, const MemoryConfig& memory_config,
                        std::optional<DataType> dtype = std::nullopt,
                        const std::optional<Tensor>& output_tensor = std::nullopt);

}  // namespace ttnn

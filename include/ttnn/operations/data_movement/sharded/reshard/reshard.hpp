// Into other shards.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor reshard(const Tensor& input_tensor, const MemoryConfig& memory_config,
               const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn

// Elements set to zero at random, the others scaled.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

Tensor dropout(const Tensor& input_tensor, float prob, float scale, std::uint32_t seed,
               bool use_per_device_seed = true,
               const std::optional<MemoryConfig>& memory_config = std::nullopt,
               const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn::experimental

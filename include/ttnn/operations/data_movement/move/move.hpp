// Into another place, where the input is given back.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor move(const Tensor& input_tensor,
            const std::optional<MemoryConfig>& output_mem_config = std::nullopt);

}  // namespace ttnn

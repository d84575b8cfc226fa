// Products along dimensions.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/types.hpp"

namespace ttnn {

// Along one dimension, or of all elements.
Tensor prod(const Tensor& input, std::optional<std::int64_t> dim = std::nullopt,
            bool keepdim = false, const std::optional<MemoryConfig>& memory_config = std::nullopt);

// Along dimensions, which stay with an extent of 1, into a tensor that is there.
Tensor prod(const Tensor& input, const Tensor& output, ttsl::SmallVector<std::int64_t>& dims,
            const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

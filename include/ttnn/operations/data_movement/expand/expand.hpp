// Dimensions of size 1 made larger.
#pragma once

#include <cstdint>
#include <optional>
#include <tt_stl/span.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// -1 keeps a dimension.
Tensor expand(const Tensor& tensor, ttsl::Span<const std::int32_t> shape_vector,
              const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

// A tensor cut along a dimension.
#pragma once

#include <cstdint>
#include <optional>
#include <tt_stl/small_vector.hpp>
#include <vector>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

std::vector<Tensor> split(const Tensor& input_tensor,
                          const ttsl::SmallVector<std::int64_t>& split_sizes, std::int64_t dim = 0,
                          const std::optional<MemoryConfig>& memory_config = std::nullopt);
// The last part may be smaller.
std::vector<Tensor> split(const Tensor& input_tensor, std::int64_t split_size, std::int64_t dim = 0,
                          const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

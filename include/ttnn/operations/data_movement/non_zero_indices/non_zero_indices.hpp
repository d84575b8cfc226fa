// Where a tensor is not zero.
#pragma once

#include <optional>
#include <vector>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Two tensors in rows: their number, and four indices for each; the tensor has rank 4.
std::vector<Tensor> nonzero(const Tensor& input_tensor,
                            const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

// The weight of expert 0 in a mixture.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/types.hpp"

namespace ttnn {

// The k greatest of the input plus its mask, plus their own mask, as a softmax; what element 0 has
// of it, in a last dimension of 1.
Tensor moe(const Tensor& input_tensor, const Tensor& expert_mask_tensor,
           const Tensor& topk_mask_tensor, std::uint16_t k = 32,
           const std::optional<MemoryConfig>& memory_config = std::nullopt,
           std::optional<Tensor> optional_output_tensor = std::nullopt);

}  // namespace ttnn

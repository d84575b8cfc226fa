// The softmax of scores.
#pragma once

#include <optional>

#include "ttnn/operations/normalization/softmax/softmax.hpp"
#include "ttnn/types.hpp"

namespace ttnn::transformer {

// softmax(x / sqrt(head size) + mask) along the last dimension; without a head size nothing is
// divided.
Tensor attention_softmax(Tensor& input_tensor,
                         const std::optional<int>& head_size_arg = std::nullopt,
                         const std::optional<const Tensor>& attention_mask = std::nullopt,
                         const SoftmaxProgramConfig& program_config = SoftmaxDefaultProgramConfig{},
                         std::optional<bool> causal_mask = false,
                         const std::optional<MemoryConfig>& memory_config = std::nullopt);
// In place.
Tensor attention_softmax_(
    Tensor& input_tensor, const std::optional<int>& head_size_arg = std::nullopt,
    const std::optional<const Tensor>& attention_mask = std::nullopt,
    const SoftmaxProgramConfig& program_config = SoftmaxDefaultProgramConfig{},
    std::optional<bool> causal_mask = false,
    const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn::transformer

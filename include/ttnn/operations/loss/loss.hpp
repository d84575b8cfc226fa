// How far predictions are off.
#pragma once

#include <optional>

#include "ttnn/operations/loss/loss_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// The square of the difference, and its magnitude: of each element, or their mean or sum.
Tensor mse_loss(
    const Tensor& ref, const Tensor& prediction,
    operations::loss::LossReductionMode mode = operations::loss::LossReductionMode::NONE,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<Tensor>& optional_output_tensor = std::nullopt);
Tensor l1_loss(const Tensor& ref, const Tensor& prediction,
               operations::loss::LossReductionMode mode = operations::loss::LossReductionMode::NONE,
               const std::optional<MemoryConfig>& memory_config = std::nullopt,
               const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn

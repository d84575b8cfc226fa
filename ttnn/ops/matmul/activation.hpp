// What is done to the elements of a product.
#pragma once

#include <optional>

#include "ttnn/operations/matmul/matmul.hpp"

namespace ttnn::operations::matmul {

// An activation that the caller gives, by name or as it is. Refuses names that it does not know.
std::optional<UnaryWithParam> operation_of(const std::optional<Activation>& activation);

// The one of a program configuration.
std::optional<UnaryWithParam> fused_activation(const std::optional<MatmulProgramConfig>& config);

}  // namespace ttnn::operations::matmul

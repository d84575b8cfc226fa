// What gradients share.
#pragma once

#include <string_view>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn::eltwise {

void check_gradient(std::string_view op, const Tensor& gradient, const Tensor& input);

// Into a given tensor or memory of its own, if that was asked for.
Tensor placed(const Tensor& gradient, const std::optional<MemoryConfig>& memory,
              const std::optional<Tensor>& into = std::nullopt);

// In one program: `tile` is a function of kernels/backward_operations.h.
Tensor fused_gradient(std::string_view op, std::string_view tile, const Tensor& gradient,
                      const Tensor& input, const std::optional<MemoryConfig>& memory,
                      const std::optional<Tensor>& into);

}  // namespace ttnn::eltwise

// Gradients of unary operations: of their input, from that of their result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn {

#define TTNN_BACKWARD(name, ...)                                       \
    std::vector<Tensor> name##_bw(                                     \
        const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg, \
        const std::optional<MemoryConfig>& output_mem_config = std::nullopt);
#include "ttnn/operations/eltwise/unary_backward/rows.inc"
#undef TTNN_BACKWARD

// These take a tensor for the gradient.
#define TTNN_BACKWARD_INTO(name)                                             \
    std::vector<std::optional<Tensor>> name##_bw(                            \
        const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg,       \
        const std::optional<MemoryConfig>& output_mem_config = std::nullopt, \
        const std::optional<Tensor>& input_grad = std::nullopt);
TTNN_BACKWARD_INTO(exp)
TTNN_BACKWARD_INTO(neg)
TTNN_BACKWARD_INTO(rsqrt)
TTNN_BACKWARD_INTO(silu)
TTNN_BACKWARD_INTO(sqrt)
TTNN_BACKWARD_INTO(tanh)
#undef TTNN_BACKWARD_INTO

// approximate: "none" or "tanh".
std::vector<std::optional<Tensor>> gelu_bw(
    const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg,
    const std::string& approximate = "none",
    const std::optional<MemoryConfig>& output_mem_config = std::nullopt,
    std::optional<Tensor> input_grad = std::nullopt);

namespace experimental {
Tensor gelu_bw(const Tensor& grad_output_tensor, const Tensor& input_tensor,
               const std::string& approximate = "none",
               const std::optional<MemoryConfig>& output_mem_config = std::nullopt,
               std::optional<Tensor> input_grad = std::nullopt);
}  // namespace experimental

}  // namespace ttnn

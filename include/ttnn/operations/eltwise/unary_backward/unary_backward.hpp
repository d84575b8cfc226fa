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

#define TTNN_BACKWARD_ONE(name, ...)                                                 \
    std::vector<Tensor> name##_bw(                                                   \
        const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg, float number, \
        const std::optional<MemoryConfig>& output_mem_config = std::nullopt);
#define TTNN_BACKWARD_TWO(name, ...)                                                              \
    std::vector<Tensor> name##_bw(                                                                \
        const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg, float first, float second, \
        const std::optional<MemoryConfig>& output_mem_config = std::nullopt);
#include "ttnn/operations/eltwise/unary_backward/numbers.inc"
#undef TTNN_BACKWARD_ONE
#undef TTNN_BACKWARD_TWO

// These take a tensor for the gradient.
#define TTNN_BACKWARD_INTO(name)                                             \
    std::vector<std::optional<Tensor>> name##_bw(                            \
        const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg,       \
        const std::optional<MemoryConfig>& output_mem_config = std::nullopt, \
        const std::optional<Tensor>& input_grad = std::nullopt);
TTNN_BACKWARD_INTO(exp)
TTNN_BACKWARD_INTO(fill)
TTNN_BACKWARD_INTO(neg)
TTNN_BACKWARD_INTO(rsqrt)
TTNN_BACKWARD_INTO(silu)
TTNN_BACKWARD_INTO(sqrt)
TTNN_BACKWARD_INTO(tanh)
#undef TTNN_BACKWARD_INTO
std::vector<std::optional<Tensor>> pow_bw(
    const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg, float exponent,
    const std::optional<MemoryConfig>& output_mem_config = std::nullopt,
    const std::optional<Tensor>& input_grad = std::nullopt);

// At least one of the limits is needed.
#define TTNN_LIMITED(name, Limit)                                                           \
    std::vector<Tensor> name(const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg, \
                             const std::optional<Limit>& min = std::nullopt,                \
                             const std::optional<Limit>& max = std::nullopt,                \
                             const std::optional<MemoryConfig>& output_mem_config = std::nullopt);
TTNN_LIMITED(clamp_bw, float)
TTNN_LIMITED(clamp_bw, Tensor)
TTNN_LIMITED(clip_bw, float)
TTNN_LIMITED(clip_bw, Tensor)
#undef TTNN_LIMITED

std::vector<Tensor> rdiv_bw(const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg,
                            float scalar,
                            const std::optional<std::string>& rounding_mode = std::nullopt,
                            const std::optional<MemoryConfig>& output_mem_config = std::nullopt);
std::vector<Tensor> repeat_bw(const Tensor& grad_tensor_arg, const Tensor& input_tensor_arg,
                              const Shape& shape,
                              const std::optional<MemoryConfig>& output_mem_config = std::nullopt);

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

// Gradients of binary operations: of both operands, from that of their result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn {

using Gradients = std::vector<std::optional<Tensor>>;

#define TTNN_BACKWARD_PAIR(name, ...)                                                 \
    std::vector<Tensor> name##_bw(                                                    \
        const Tensor& grad_tensor, const Tensor& input_tensor_a, const Tensor& other, \
        const std::optional<MemoryConfig>& output_mem_config = std::nullopt);
#include "ttnn/operations/eltwise/binary_backward/rows.inc"
#undef TTNN_BACKWARD_PAIR

// By a number, which has no gradient.
std::vector<Tensor> remainder_bw(const Tensor& grad_tensor, const Tensor& input_tensor,
                                 float scalar,
                                 const std::optional<MemoryConfig>& memory = std::nullopt);
std::vector<Tensor> fmod_bw(const Tensor& grad_tensor, const Tensor& input_tensor, float scalar,
                            const std::optional<MemoryConfig>& memory = std::nullopt);

// These make the gradients that are required, into tensors where they are given.
#define TTNN_WANTED                                                \
    const std::vector<bool>&are_required_outputs = {true, true},   \
          const std::optional<MemoryConfig>&memory = std::nullopt, \
          const std::optional<Tensor>&input_grad = std::nullopt,   \
          const std::optional<Tensor>&other_grad = std::nullopt
#define TTNN_PLACED                                          \
    const std::optional<MemoryConfig>&memory = std::nullopt, \
          const std::optional<Tensor>&input_grad = std::nullopt
Gradients add_bw(const Tensor& grad, const Tensor& a, const Tensor& b, TTNN_WANTED);
Gradients sub_bw(const Tensor& grad, const Tensor& a, const Tensor& b, TTNN_WANTED);
Gradients mul_bw(const Tensor& grad, const Tensor& a, const Tensor& b, TTNN_WANTED);
Gradients rsub_bw(const Tensor& grad, const Tensor& a, const Tensor& b, TTNN_WANTED);
Gradients div_bw(const Tensor& grad, const Tensor& a, const Tensor& b,
                 const std::optional<std::string>& rounding_mode = std::nullopt, TTNN_WANTED);
Gradients addalpha_bw(const Tensor& grad, const Tensor& a, const Tensor& b, float alpha,
                      TTNN_WANTED);
Gradients subalpha_bw(const Tensor& grad, const Tensor& a, const Tensor& b, float alpha,
                      TTNN_WANTED);
Gradients concat_bw(const Tensor& grad, const Tensor& a, const Tensor& b, int dim, TTNN_WANTED);
Gradients assign_bw(const Tensor& grad, const Tensor& a, const Tensor& b, TTNN_WANTED);

Gradients add_bw(const Tensor& grad, const Tensor& a, float number, TTNN_PLACED);
Gradients sub_bw(const Tensor& grad, const Tensor& a, float number, TTNN_PLACED);
Gradients mul_bw(const Tensor& grad, const Tensor& a, float number, TTNN_PLACED);
Gradients div_bw(const Tensor& grad, const Tensor& a, float number,
                 const std::optional<std::string>& rounding_mode = std::nullopt, TTNN_PLACED);
Gradients assign_bw(const Tensor& grad, const Tensor& a, TTNN_PLACED);
#undef TTNN_WANTED
#undef TTNN_PLACED

// approximate: "none" or "tanh".
std::vector<Tensor> bias_gelu_bw(const Tensor& grad, const Tensor& a, const Tensor& b,
                                 const std::string& approximate = "none",
                                 const std::optional<MemoryConfig>& memory = std::nullopt);
std::vector<Tensor> bias_gelu_bw(const Tensor& grad, const Tensor& a, float bias,
                                 const std::string& approximate = "none",
                                 const std::optional<MemoryConfig>& memory = std::nullopt);

}  // namespace ttnn

// Gradients of operations on complex numbers: of the real and the imaginary part of each operand.
#pragma once

#include <vector>

#include "ttnn/operations/eltwise/complex/complex.hpp"

namespace ttnn {

#define TTNN_UNARY(name, Gradient)                                     \
    std::vector<ComplexTensor> name(const Gradient& grad_tensor,       \
                                    const ComplexTensor& input_tensor, \
                                    const MemoryConfig& memory_config);
TTNN_UNARY(polar_bw, ComplexTensor)
TTNN_UNARY(conj_bw, ComplexTensor)
TTNN_UNARY(reciprocal_bw, ComplexTensor)
TTNN_UNARY(imag_bw, Tensor)
TTNN_UNARY(real_bw, Tensor)
TTNN_UNARY(angle_bw, Tensor)
TTNN_UNARY(abs_bw, Tensor)
#undef TTNN_UNARY

// The second operand of add and sub counts alpha times.
std::vector<ComplexTensor> add_bw(const ComplexTensor& grad_tensor, const ComplexTensor& input_a,
                                  const ComplexTensor& other, float alpha,
                                  const std::optional<MemoryConfig>& memory_config = std::nullopt);
std::vector<ComplexTensor> sub_bw(const ComplexTensor& grad_tensor, const ComplexTensor& input_a,
                                  const ComplexTensor& other, float alpha,
                                  const std::optional<MemoryConfig>& memory_config = std::nullopt);
std::vector<ComplexTensor> mul_bw(const ComplexTensor& grad_tensor, const ComplexTensor& input_a,
                                  const ComplexTensor& other, const MemoryConfig& memory_config);
std::vector<ComplexTensor> div_bw(const ComplexTensor& grad_tensor, const ComplexTensor& input_a,
                                  const ComplexTensor& other, const MemoryConfig& memory_config);

}  // namespace ttnn

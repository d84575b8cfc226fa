// Functions of complex numbers.
#pragma once

#include "ttnn/operations/eltwise/complex/complex.hpp"

namespace ttnn {

#define TTNN_MEMORY const std::optional<MemoryConfig>& memory_config = std::nullopt
Tensor real(const ComplexTensor& input_tensor, TTNN_MEMORY);
Tensor imag(const ComplexTensor& input_tensor, TTNN_MEMORY);
Tensor angle(const ComplexTensor& input_tensor, TTNN_MEMORY);
// 1 where the other part is zero.
Tensor is_imag(const ComplexTensor& input_tensor, TTNN_MEMORY);
Tensor is_real(const ComplexTensor& input_tensor, TTNN_MEMORY);
ComplexTensor conj(const ComplexTensor& input_tensor, TTNN_MEMORY);
// From magnitude and angle, given as the two parts.
ComplexTensor polar(const ComplexTensor& input_tensor, TTNN_MEMORY);
#undef TTNN_MEMORY

}  // namespace ttnn

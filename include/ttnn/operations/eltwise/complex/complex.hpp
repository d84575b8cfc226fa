// Complex numbers: two tensors of the same shape.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>

#include "ttnn/types.hpp"

namespace ttnn {

namespace operations::complex {

struct ComplexTensor {
    std::array<Tensor, 2> m_real_imag;

    ComplexTensor(const std::tuple<const Tensor&, const Tensor&>& real_imag);
    const Tensor& operator[](std::uint32_t index) const { return m_real_imag.at(index); }
    const Tensor& real() const { return m_real_imag[0]; }
    const Tensor& imag() const { return m_real_imag[1]; }
    void deallocate();
};

ComplexTensor complex_tensor(const Tensor& real, const Tensor& imag);

}  // namespace operations::complex

using operations::complex::complex_tensor;
using operations::complex::ComplexTensor;

// Arithmetic.
#define TTNN_MEMORY const std::optional<MemoryConfig>& memory_config = std::nullopt
ComplexTensor add(const ComplexTensor& a, const ComplexTensor& b, TTNN_MEMORY);
ComplexTensor subtract(const ComplexTensor& a, const ComplexTensor& b, TTNN_MEMORY);
ComplexTensor multiply(const ComplexTensor& a, const ComplexTensor& b, TTNN_MEMORY);
ComplexTensor divide(const ComplexTensor& a, const ComplexTensor& b, TTNN_MEMORY);
ComplexTensor reciprocal(const ComplexTensor& input_tensor, TTNN_MEMORY);
Tensor abs(const ComplexTensor& input_tensor, TTNN_MEMORY);
#undef TTNN_MEMORY

}  // namespace ttnn

// Complex numbers, made of operations on their two parts.
#include <tt_stl/assert.hpp>

#include "ops/eltwise/backward.hpp"
#include "ttnn/operations/data_movement/clone/clone.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/complex_unary/complex_unary.hpp"
#include "ttnn/operations/eltwise/complex_unary_backward/complex_unary_backward.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using eltwise::placed;
using Memory = const std::optional<MemoryConfig>&;

operations::complex::ComplexTensor::ComplexTensor(
    const std::tuple<const Tensor&, const Tensor&>& real_imag)
    : m_real_imag{std::get<0>(real_imag), std::get<1>(real_imag)} {
    TT_FATAL(real().logical_shape() == imag().logical_shape(),
             "complex_tensor: the real part has shape {}, the imaginary part {}",
             real().logical_shape(), imag().logical_shape());
}

void operations::complex::ComplexTensor::deallocate() {
    for (Tensor& part : m_real_imag) part.deallocate();
}

ComplexTensor operations::complex::complex_tensor(const Tensor& real, const Tensor& imag) {
    return {{real, imag}};
}

namespace {

ComplexTensor parts(const Tensor& real, const Tensor& imag, Memory memory) {
    return complex_tensor(placed(real, memory), placed(imag, memory));
}

Tensor squared_size(const ComplexTensor& z) {
    return add(square(z.real()), square(z.imag()));
}

ComplexTensor scaled(const ComplexTensor& z, const Tensor& by, Memory memory) {
    return parts(multiply(z.real(), by), multiply(z.imag(), by), memory);
}

ComplexTensor negated(const ComplexTensor& z, Memory memory) {
    return parts(neg(z.real()), neg(z.imag()), memory);
}

}  // namespace

ComplexTensor add(const ComplexTensor& a, const ComplexTensor& b, Memory memory) {
    return parts(add(a.real(), b.real()), add(a.imag(), b.imag()), memory);
}
ComplexTensor subtract(const ComplexTensor& a, const ComplexTensor& b, Memory memory) {
    return parts(subtract(a.real(), b.real()), subtract(a.imag(), b.imag()), memory);
}
ComplexTensor multiply(const ComplexTensor& a, const ComplexTensor& b, Memory memory) {
    return parts(subtract(multiply(a.real(), b.real()), multiply(a.imag(), b.imag())),
                 add(multiply(a.real(), b.imag()), multiply(a.imag(), b.real())), memory);
}
ComplexTensor divide(const ComplexTensor& a, const ComplexTensor& b, Memory memory) {
    return multiply(a, reciprocal(b, std::nullopt), memory);
}
ComplexTensor reciprocal(const ComplexTensor& z, Memory memory) {
    return scaled(conj(z), reciprocal(squared_size(z)), memory);
}
Tensor abs(const ComplexTensor& z, Memory memory) {
    return hypot(z.real(), z.imag(), memory);
}

Tensor real(const ComplexTensor& z, Memory memory) {
    return placed(z.real(), memory);
}
Tensor imag(const ComplexTensor& z, Memory memory) {
    return placed(z.imag(), memory);
}
Tensor angle(const ComplexTensor& z, Memory memory) {
    return atan2(z.imag(), z.real(), std::nullopt, memory);
}
Tensor is_imag(const ComplexTensor& z, Memory memory) {
    return eqz(z.real(), memory);
}
Tensor is_real(const ComplexTensor& z, Memory memory) {
    return eqz(z.imag(), memory);
}
ComplexTensor conj(const ComplexTensor& z, Memory memory) {
    return complex_tensor(placed(z.real(), memory), neg(z.imag(), memory));
}
ComplexTensor polar(const ComplexTensor& z, Memory memory) {
    return parts(multiply(z.real(), cos(z.imag())), multiply(z.real(), sin(z.imag())), memory);
}

// ---- gradients: those of the real and imaginary part, as torch has them
// --------------------------

std::vector<ComplexTensor> conj_bw(const ComplexTensor& g, const ComplexTensor&,
                                   const MemoryConfig& memory) {
    return {conj(g, memory)};
}
std::vector<ComplexTensor> real_bw(const Tensor& g, const ComplexTensor&,
                                   const MemoryConfig& memory) {
    return {parts(clone(g), multiply(g, 0.0f), memory)};
}
std::vector<ComplexTensor> imag_bw(const Tensor& g, const ComplexTensor&,
                                   const MemoryConfig& memory) {
    return {parts(multiply(g, 0.0f), clone(g), memory)};
}
std::vector<ComplexTensor> angle_bw(const Tensor& g, const ComplexTensor& z,
                                    const MemoryConfig& memory) {
    const Tensor by = multiply(g, reciprocal(squared_size(z)));
    return {parts(neg(multiply(by, z.imag())), multiply(by, z.real()), memory)};
}
std::vector<ComplexTensor> abs_bw(const Tensor& g, const ComplexTensor& z,
                                  const MemoryConfig& memory) {
    return {scaled(z, multiply(g, reciprocal(abs(z))), memory)};
}
std::vector<ComplexTensor> polar_bw(const ComplexTensor& g, const ComplexTensor& z,
                                    const MemoryConfig& memory) {
    const Tensor c = cos(z.imag()), s = sin(z.imag());
    const Tensor by_size = add(multiply(g.real(), c), multiply(g.imag(), s));
    const Tensor by_angle =
        multiply(z.real(), subtract(multiply(g.imag(), c), multiply(g.real(), s)));
    return {parts(by_size, by_angle, memory)};
}
// -g / conj(z)^2
std::vector<ComplexTensor> reciprocal_bw(const ComplexTensor& g, const ComplexTensor& z,
                                         const MemoryConfig& memory) {
    const ComplexTensor inverse = reciprocal(conj(z), std::nullopt);
    return {negated(multiply(g, multiply(inverse, inverse, std::nullopt), std::nullopt), memory)};
}

std::vector<ComplexTensor> add_bw(const ComplexTensor& g, const ComplexTensor&,
                                  const ComplexTensor&, float alpha, Memory memory) {
    return {parts(clone(g.real()), clone(g.imag()), memory),
            parts(multiply(g.real(), alpha), multiply(g.imag(), alpha), memory)};
}
std::vector<ComplexTensor> sub_bw(const ComplexTensor& g, const ComplexTensor& a,
                                  const ComplexTensor& b, float alpha, Memory memory) {
    return add_bw(g, a, b, -alpha, memory);
}
std::vector<ComplexTensor> mul_bw(const ComplexTensor& g, const ComplexTensor& a,
                                  const ComplexTensor& b, const MemoryConfig& memory) {
    return {multiply(g, conj(b), memory), multiply(g, conj(a), memory)};
}
std::vector<ComplexTensor> div_bw(const ComplexTensor& g, const ComplexTensor& a,
                                  const ComplexTensor& b, const MemoryConfig& memory) {
    const ComplexTensor by_a = divide(g, conj(b), std::nullopt);
    const ComplexTensor by_b = multiply(by_a, divide(conj(a), conj(b), std::nullopt), std::nullopt);
    return {parts(by_a.real(), by_a.imag(), memory), negated(by_b, memory)};
}

}  // namespace ttnn

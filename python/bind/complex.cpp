// Complex numbers.
#include "ttnn/operations/eltwise/complex/complex.hpp"

#include "bind/bind.hpp"
#include "ttnn/operations/eltwise/complex_unary/complex_unary.hpp"
#include "ttnn/operations/eltwise/complex_unary_backward/complex_unary_backward.hpp"

namespace ttnn::python {

namespace {

using Memory = const std::optional<MemoryConfig>&;

void bind_class(py::module_& m, py::module_& ops) {
    py::class_<ComplexTensor>(m, "ComplexTensor")
        .def(py::init(
            [](const Tensor& real, const Tensor& imag) { return ComplexTensor({real, imag}); }))
        .def_property_readonly("real", &ComplexTensor::real)
        .def_property_readonly("imag", &ComplexTensor::imag)
        .def("deallocate", &ComplexTensor::deallocate)
        .def("__getitem__", &ComplexTensor::operator[]);
    operation(ops, "complex_tensor", &ttnn::complex_tensor, py::arg("real"), py::arg("imag"));
}

void bind_functions(py::module_& ops) {
    using ToReal = Tensor (*)(const ComplexTensor&, Memory);
    for (const auto& [name, function] : {std::pair<const char*, ToReal>{"real", &ttnn::real},
                                         {"imag", &ttnn::imag},
                                         {"angle", &ttnn::angle},
                                         {"is_imag", &ttnn::is_imag},
                                         {"is_real", &ttnn::is_real},
                                         {"abs", &ttnn::abs}})
        operation(ops, name, function, py::arg("input_tensor"), py::kw_only(), memory_config());
    using ToComplex = ComplexTensor (*)(const ComplexTensor&, Memory);
    for (const auto& [name, function] : {std::pair<const char*, ToComplex>{"conj", &ttnn::conj},
                                         {"polar", &ttnn::polar},
                                         {"reciprocal", &ttnn::reciprocal}})
        operation(ops, name, function, py::arg("input_tensor"), py::kw_only(), memory_config());
    using OfTwo = ComplexTensor (*)(const ComplexTensor&, const ComplexTensor&, Memory);
    for (const auto& [name, function] : {std::pair<const char*, OfTwo>{"add", &ttnn::add},
                                         {"subtract", &ttnn::subtract},
                                         {"multiply", &ttnn::multiply},
                                         {"divide", &ttnn::divide}})
        operation(ops, name, function, py::arg("input_tensor_a"), py::arg("input_tensor_b"),
                  py::kw_only(), memory_config());
}

template <typename Gradient>
using Backward = std::vector<ComplexTensor> (*)(const Gradient&, const ComplexTensor&,
                                                const MemoryConfig&);

template <typename Gradient>
void bind_backward(py::module_& ops,
                   std::initializer_list<std::pair<const char*, Backward<Gradient>>> all) {
    for (const auto& [name, function] : all)
        operation(ops, name, function, py::arg("grad_tensor"), py::arg("input_tensor"),
                  py::kw_only(), py::arg("memory_config"));
}

void bind_gradients(py::module_& ops) {
    bind_backward<Tensor>(ops, {{"real_bw", &ttnn::real_bw},
                                {"imag_bw", &ttnn::imag_bw},
                                {"angle_bw", &ttnn::angle_bw},
                                {"abs_bw", &ttnn::abs_bw}});
    bind_backward<ComplexTensor>(ops, {{"polar_bw", &ttnn::polar_bw},
                                       {"conj_bw", &ttnn::conj_bw},
                                       {"reciprocal_bw", &ttnn::reciprocal_bw}});
    const py::arg g("grad_tensor"), a("input_tensor_a"), b("input_tensor_b");
    using Scaled = std::vector<ComplexTensor> (*)(const ComplexTensor&, const ComplexTensor&,
                                                  const ComplexTensor&, float, Memory);
    for (const auto& [name, function] :
         {std::pair<const char*, Scaled>{"add_bw", &ttnn::add_bw}, {"sub_bw", &ttnn::sub_bw}})
        operation(ops, name, function, g, a, b, py::arg("alpha"), py::kw_only(), memory_config());
    using Plain = std::vector<ComplexTensor> (*)(const ComplexTensor&, const ComplexTensor&,
                                                 const ComplexTensor&, const MemoryConfig&);
    for (const auto& [name, function] :
         {std::pair<const char*, Plain>{"mul_bw", &ttnn::mul_bw}, {"div_bw", &ttnn::div_bw}})
        operation(ops, name, function, g, a, b, py::kw_only(), py::arg("memory_config"));
}

void bind_complex(py::module_& m, py::module_& ops) {
    bind_class(m, ops);
    bind_functions(ops);
    bind_gradients(ops);
}

const Family kComplex(bind_complex);

}  // namespace
}  // namespace ttnn::python

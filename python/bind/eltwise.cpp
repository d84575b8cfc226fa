// Element-wise operations: the rows of the tables, and the few that are no rows.
#include <map>

#include "bind/bind.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/table.hpp"

namespace ttnn::python {

namespace {

using Memory = const std::optional<MemoryConfig>&;
using Output = const std::optional<Tensor>&;
using Cores = const std::optional<CoreRangeSet>&;
using SubDevice = const std::optional<tt::tt_metal::SubDeviceId>&;
using Number = operations::unary::ScalarVariant;

// How parameters of unary rows are called; those of the second list are keywords only.
struct Names {
    const char* first = "parameter";
    const char* second = "parameter_b";
    bool keyword = false;
};
const std::map<std::string_view, Names> kNames = {
    {"elu", {"alpha"}},
    {"celu", {"alpha"}},
    {"leaky_relu", {"negative_slope"}},
    {"heaviside", {"value"}},
    {"rpow", {"exponent"}},
    {"softcap", {"beta"}},
    {"hardshrink", {"lambd"}},
    {"softshrink", {"lambd"}},
    {"relu_max", {"upper_limit"}},
    {"relu_min", {"lower_limit"}},
    {"threshold", {"threshold", "value"}},
    {"hardtanh", {"min_val", "max_val", true}},
    {"selu", {"scale", "alpha", true}},
    {"xielu", {"alpha_p", "alpha_n", true}},
};
Names names_of(std::string_view op) {
    const auto found = kNames.find(op);
    return found == kNames.end() ? Names{} : found->second;
}

const py::arg kInput("input_tensor");

// The arguments of a row in rows.inc, with their defaults.
struct FormNone {};
struct FormFast {};
struct FormOne {};
struct FormTwo {};
struct FormOneOr {
    float a;
};
struct FormTwoOr {
    float a, b;
};
using None = Tensor (*)(const Tensor&, Memory, Output, Cores);
using Fast = Tensor (*)(const Tensor&, bool, Memory, Output, Cores);
using One = Tensor (*)(const Tensor&, float, Memory, Output, Cores);
using Two = Tensor (*)(const Tensor&, float, float, Memory, Output, Cores);

void bind_row(py::module_& m, const char* op, None f, FormNone) {
    operation(m, op, f, kInput, py::kw_only(), memory_config(), output_tensor(), sub_core_grids());
}
void bind_row(py::module_& m, const char* op, Fast f, FormFast) {
    operation(m, op, f, kInput, py::kw_only(), py::arg("fast_and_approximate_mode") = false,
              memory_config(), output_tensor(), sub_core_grids());
}
void bind_row(py::module_& m, const char* op, One f, FormOne) {
    operation(m, op, f, kInput, py::arg(names_of(op).first), py::kw_only(), memory_config(),
              output_tensor(), sub_core_grids());
}
void bind_row(py::module_& m, const char* op, One f, FormOneOr form) {
    operation(m, op, f, kInput, py::arg(names_of(op).first) = form.a, py::kw_only(),
              memory_config(), output_tensor(), sub_core_grids());
}
void bind_row(py::module_& m, const char* op, Two f, FormTwo) {
    operation(m, op, f, kInput, py::arg(names_of(op).first), py::arg(names_of(op).second),
              py::kw_only(), memory_config(), output_tensor(), sub_core_grids());
}
void bind_row(py::module_& m, const char* op, Two f, FormTwoOr form) {
    const Names names = names_of(op);
    operation(m, op, f, kInput, py::kw_only(), py::arg(names.first) = form.a,
              py::arg(names.second) = form.b, memory_config(), output_tensor(), sub_core_grids());
}

void bind_unary_rows(py::module_& m) {
#define TTNN_FORM_NONE FormNone()
#define TTNN_FORM_FAST FormFast()
#define TTNN_FORM_ONE FormOne()
#define TTNN_FORM_TWO FormTwo()
#define TTNN_FORM_ONE_OR(a) (FormOneOr{a})
#define TTNN_FORM_TWO_OR(a, b) (FormTwoOr{a, b})
#define TTNN_UNARY(op, args, ...) bind_row(m, #op, &ttnn::op, TTNN_FORM_##args);
#include "ttnn/operations/eltwise/unary/rows.inc"
#undef TTNN_UNARY
#undef TTNN_FORM_NONE
#undef TTNN_FORM_FAST
#undef TTNN_FORM_ONE
#undef TTNN_FORM_TWO
#undef TTNN_FORM_ONE_OR
#undef TTNN_FORM_TWO_OR
}

// ---- binary rows: a tensor or a number as second operand, in place or not

const py::arg kA("input_tensor_a");
const py::arg kB("input_tensor_b");

template <typename Rhs>
using Common = Tensor (*)(const Tensor&, Rhs, const OptionalDataType&, Memory, Output, Activations,
                          Activations, Activations, Cores, SubDevice);
template <typename Rhs>
using CommonInPlace = Tensor (*)(const Tensor&, Rhs, Activations, Activations, Activations, Cores,
                                 SubDevice);
template <typename Rhs>
using WithFast = Tensor (*)(const Tensor&, Rhs, const OptionalDataType&, Memory, Output,
                            Activations, Activations, Activations, const std::optional<bool>&,
                            Cores, SubDevice);
template <typename Rhs>
using FastInPlace = Tensor (*)(const Tensor&, Rhs, Activations, Activations, Activations,
                               const std::optional<bool>&, Cores, SubDevice);
template <typename Rhs>
using Bits = Tensor (*)(const Tensor&, Rhs, Memory, Output, Activations, Activations, Activations,
                        Cores, SubDevice);

template <typename Function, typename... Extra>
void bind_with_activations(py::module_& m, const char* op, Function f, const Extra&... extra) {
    const py::list no_one;
    operation(m, op, f, kA, kB, py::kw_only(), extra..., py::arg("activations") = no_one,
              py::arg("input_tensor_a_activations") = no_one,
              py::arg("input_tensor_b_activations") = no_one, sub_core_grids(),
              none("sub_device_id"));
}
template <typename Function, typename... Extra>
void bind_with_flag(py::module_& m, const char* op, Function f, const Extra&... extra) {
    const py::list no_one;
    operation(m, op, f, kA, kB, py::kw_only(), extra..., py::arg("activations") = no_one,
              py::arg("input_tensor_a_activations") = no_one,
              py::arg("input_tensor_b_activations") = no_one, none("fast_and_approximate_mode"),
              sub_core_grids(), none("sub_device_id"));
}

template <typename Rhs>
void bind_common(py::module_& m, const char* op, Common<Rhs> f) {
    bind_with_activations(m, op, f, none("dtype"), memory_config(), output_tensor());
}
template <typename Rhs>
void bind_common_in_place(py::module_& m, const char* op, CommonInPlace<Rhs> f) {
    bind_with_activations(m, op, f);
}
template <typename Rhs>
void bind_flagged(py::module_& m, const char* op, WithFast<Rhs> f) {
    bind_with_flag(m, op, f, none("dtype"), memory_config(), output_tensor());
}
template <typename Rhs>
void bind_flagged_in_place(py::module_& m, const char* op, FastInPlace<Rhs> f) {
    bind_with_flag(m, op, f);
}
template <typename Rhs>
void bind_bits(py::module_& m, const char* op, Bits<Rhs> f) {
    bind_with_activations(m, op, f, memory_config(), output_tensor());
}

void bind_binary_rows(py::module_& m) {
#define TTNN_FORM_COMMON(op)                                       \
    bind_common<const Tensor&>(m, #op, &ttnn::op);                 \
    bind_common<Number>(m, #op, &ttnn::op);                        \
    bind_common_in_place<const Tensor&>(m, #op "_", &ttnn::op##_); \
    bind_common_in_place<Number>(m, #op "_", &ttnn::op##_);
#define TTNN_FORM_FAST(op)                                          \
    bind_flagged<const Tensor&>(m, #op, &ttnn::op);                 \
    bind_flagged<Number>(m, #op, &ttnn::op);                        \
    bind_flagged_in_place<const Tensor&>(m, #op "_", &ttnn::op##_); \
    bind_flagged_in_place<Number>(m, #op "_", &ttnn::op##_);
#define TTNN_FORM_BITS(op)                       \
    bind_bits<const Tensor&>(m, #op, &ttnn::op); \
    bind_bits<std::int32_t>(m, #op, &ttnn::op);
#define TTNN_BINARY(op, args, ...) TTNN_FORM_##args(op)
#include "ttnn/operations/eltwise/binary/rows.inc"
#undef TTNN_BINARY
#undef TTNN_FORM_COMMON
#undef TTNN_FORM_FAST
#undef TTNN_FORM_BITS
}

// ---- what is no row

void bind_activations(py::module_& m) {
    using operations::unary::GeluVariant;
    using operations::unary::SigmoidMode;
    operation(m, "gelu",
              py::overload_cast<const Tensor&, GeluVariant, Memory, Output, Cores>(&ttnn::gelu),
              kInput, py::kw_only(), py::arg("variant") = GeluVariant::ACCURATE, memory_config(),
              output_tensor(), sub_core_grids());
    operation(m, "gelu", py::overload_cast<const Tensor&, bool, Memory, Output, Cores>(&ttnn::gelu),
              kInput, py::kw_only(), py::arg("fast_and_approximate_mode"), memory_config(),
              output_tensor(), sub_core_grids());
    operation(m, "sigmoid", &ttnn::sigmoid, kInput, py::kw_only(), py::arg("vector_mode") = 4,
              py::arg("mode") = SigmoidMode::ACCURATE, memory_config(), output_tensor(),
              sub_core_grids());
    operation(m, "sigmoid_accurate", &ttnn::sigmoid_accurate, kInput,
              py::arg("fast_and_approximate_mode") = false, py::kw_only(), memory_config(),
              output_tensor(), sub_core_grids());
    operation(m, "tanh", &ttnn::tanh, kInput, py::kw_only(), memory_config(), output_tensor(),
              py::arg("fast_and_approximate_mode") = false, sub_core_grids());
    operation(m, "softplus", &ttnn::softplus, kInput, py::kw_only(), py::arg("beta") = 1.0f,
              py::arg("threshold") = 20.0f, memory_config(), output_tensor(), sub_core_grids());
}

void bind_other_unary(py::module_& m) {
    bind_row(m, "swish", &ttnn::swish, FormNone());
    bind_row(m, "alt_complex_rotate90", &ttnn::alt_complex_rotate90, FormNone());
    bind_row(m, "deg2rad", &ttnn::deg2rad, FormNone());
    bind_row(m, "rad2deg", &ttnn::rad2deg, FormNone());
    bind_row(m, "hardswish", &ttnn::hardswish, FormNone());
    operation(m, "round", &ttnn::round, kInput, none("decimals"), py::kw_only(), memory_config(),
              output_tensor(), sub_core_grids());
    operation(m, "fill", &ttnn::fill, kInput, py::arg("fill_value"), py::kw_only(), memory_config(),
              output_tensor(), sub_core_grids());
    operation(
        m, "unary_chain",
        [](const Tensor& input, Activations chain, Memory memory, Output output, Cores cores) {
            return ttnn::unary_chain(input, {chain.begin(), chain.end()}, memory, output, cores);
        },
        kInput, py::arg("ops_chain"), py::kw_only(), memory_config(), output_tensor(),
        sub_core_grids());
    operation(m, "hypot", &ttnn::hypot, kA, kB, py::kw_only(), memory_config(), output_tensor());
}

// The rows themselves, for whoever wants to try all of them: name, parameters, range, reference.
void bind_tables(py::module_& m) {
    py::class_<table::UnaryRow>(m, "UnaryRow")
        .def_property_readonly("name", [](const table::UnaryRow& r) { return std::string(r.name); })
        .def_property_readonly("parameters",
                               [](const table::UnaryRow& r) {
                                   return std::vector<double>(r.sample.begin(),
                                                              r.sample.begin() + r.params);
                               })
        .def_readonly("has_fast", &table::UnaryRow::has_fast)
        .def_readonly("low", &table::UnaryRow::low)
        .def_readonly("high", &table::UnaryRow::high)
        .def_readonly("relative", &table::UnaryRow::relative)
        .def_readonly("absolute", &table::UnaryRow::absolute)
        .def("takes", &table::UnaryRow::takes)
        .def("reference",
             [](const table::UnaryRow& r, double x) { return r.reference(x, r.sample.data()); });
    py::class_<table::BinaryRow>(m, "BinaryRow")
        .def_property_readonly("name",
                               [](const table::BinaryRow& r) { return std::string(r.name); })
        .def_property_readonly(
            "first", [](const table::BinaryRow& r) { return std::pair(r.low_a, r.high_a); })
        .def_property_readonly(
            "second", [](const table::BinaryRow& r) { return std::pair(r.low_b, r.high_b); })
        .def_readonly("relative", &table::BinaryRow::relative)
        .def_readonly("absolute", &table::BinaryRow::absolute)
        .def("takes", &table::BinaryRow::takes)
        .def("reference",
             [](const table::BinaryRow& r, double x, double y) { return r.reference(x, y); });
    m.def("unary_rows", [] { return std::vector(table::unary().begin(), table::unary().end()); });
    m.def("binary_rows",
          [] { return std::vector(table::binary().begin(), table::binary().end()); });
}

void bind_eltwise(py::module_& top, py::module_& m) {
    py::module_ tables = top.def_submodule("table");
    bind_tables(tables);
    bind_unary_rows(m);
    bind_binary_rows(m);
    bind_activations(m);
    bind_other_unary(m);
    // Second names.
    for (const auto& [alias, op] : {std::pair{"sub", "subtract"},
                                    {"sub_", "subtract_"},
                                    {"mul", "multiply"},
                                    {"mul_", "multiply_"},
                                    {"div_", "divide_"},
                                    {"logical_left_shift", "bitwise_left_shift"}})
        m.attr(alias) = m.attr(op);
}

const Family kEltwise(bind_eltwise);

}  // namespace
}  // namespace ttnn::python

// Gradients of element-wise operations.
#include "bind/bind.hpp"
#include "ttnn/operations/eltwise/binary_backward/binary_backward.hpp"
#include "ttnn/operations/eltwise/ternary_backward/ternary_backward.hpp"
#include "ttnn/operations/eltwise/unary_backward/unary_backward.hpp"

namespace ttnn::python {

namespace {

using Memory = const std::optional<MemoryConfig>&;
using Out = const std::optional<Tensor>&;
using Required = const std::vector<bool>&;

const py::arg kGradient("grad_tensor");
const py::arg kX("input_tensor");
const py::arg kA("input_tensor_a");
const py::arg kB("input_tensor_b");

void bind_unary(py::module_& ops) {
#define TTNN_BACKWARD(op, ...) \
    operation(ops, #op "_bw", &ttnn::op##_bw, kGradient, kX, py::kw_only(), memory_config());
#include "ttnn/operations/eltwise/unary_backward/rows.inc"
#undef TTNN_BACKWARD
    using Into = std::vector<std::optional<Tensor>> (*)(const Tensor&, const Tensor&, Memory, Out);
    for (const auto& [name, function] :
         std::initializer_list<std::pair<const char*, Into>>{{"exp_bw", &ttnn::exp_bw},
                                                             {"fill_bw", &ttnn::fill_bw},
                                                             {"neg_bw", &ttnn::neg_bw},
                                                             {"rsqrt_bw", &ttnn::rsqrt_bw},
                                                             {"silu_bw", &ttnn::silu_bw},
                                                             {"sqrt_bw", &ttnn::sqrt_bw},
                                                             {"tanh_bw", &ttnn::tanh_bw}})
        operation(ops, name, function, kGradient, kX, py::kw_only(), memory_config(),
                  none("input_grad"));
    operation(ops, "gelu_bw", &ttnn::gelu_bw, kGradient, kX, py::kw_only(),
              py::arg("approximate") = "none", memory_config(), none("input_grad"));
    py::module_ experimental = namespace_of(ops, "experimental");
    operation(experimental, "gelu_bw", &ttnn::experimental::gelu_bw, kGradient, kX, py::kw_only(),
              py::arg("approximate") = "none", memory_config(), none("input_grad"));
}

// A number with a default is a keyword alone.
struct NumberName {
    const char* name;
    std::optional<float> value;
};

using WithOne = std::vector<Tensor> (*)(const Tensor&, const Tensor&, float, Memory);
using WithTwo = std::vector<Tensor> (*)(const Tensor&, const Tensor&, float, float, Memory);

void bind_one(py::module_& ops, const char* op, WithOne f, NumberName number) {
    if (number.value)
        operation(ops, op, f, kGradient, kX, py::kw_only(), py::arg(number.name) = *number.value,
                  memory_config());
    else
        operation(ops, op, f, kGradient, kX, py::arg(number.name), py::kw_only(), memory_config());
}
void bind_two(py::module_& ops, const char* op, WithTwo f, NumberName first, NumberName second) {
    if (first.value)
        operation(ops, op, f, kGradient, kX, py::kw_only(), py::arg(first.name) = *first.value,
                  py::arg(second.name) = *second.value, memory_config());
    else
        operation(ops, op, f, kGradient, kX, py::arg(first.name), py::arg(second.name),
                  py::kw_only(), memory_config());
}

void bind_with_numbers(py::module_& ops) {
    bind_one(ops, "celu_bw", &ttnn::celu_bw, {"alpha", 1.0f});
    bind_one(ops, "div_no_nan_bw", &ttnn::div_no_nan_bw, {"scalar", std::nullopt});
    bind_one(ops, "elu_bw", &ttnn::elu_bw, {"alpha", 1.0f});
    bind_one(ops, "hardshrink_bw", &ttnn::hardshrink_bw, {"lambd", 0.5f});
    bind_one(ops, "leaky_relu_bw", &ttnn::leaky_relu_bw, {"negative_slope", 0.01f});
    bind_one(ops, "logiteps_bw", &ttnn::logiteps_bw, {"eps", 0.0f});
    bind_one(ops, "polygamma_bw", &ttnn::polygamma_bw, {"n", std::nullopt});
    bind_one(ops, "rpow_bw", &ttnn::rpow_bw, {"exponent", std::nullopt});
    bind_one(ops, "softshrink_bw", &ttnn::softshrink_bw, {"lambd", 0.5f});
    bind_two(ops, "hardtanh_bw", &ttnn::hardtanh_bw, {"min", -1.0f}, {"max", 1.0f});
    bind_two(ops, "softplus_bw", &ttnn::softplus_bw, {"beta", 1.0f}, {"threshold", 20.0f});
    bind_two(ops, "threshold_bw", &ttnn::threshold_bw, {"threshold", std::nullopt},
             {"value", std::nullopt});
    operation(ops, "pow_bw", &ttnn::pow_bw, kGradient, kX, py::arg("exponent"), py::kw_only(),
              memory_config(), none("input_grad"));
    operation(ops, "rdiv_bw", &ttnn::rdiv_bw, kGradient, kX, py::arg("scalar"), py::kw_only(),
              none("rounding_mode"), memory_config());
    operation(
        ops, "repeat_bw",
        [](const Tensor& g, const Tensor& x, const ttsl::SmallVector<std::uint32_t>& times,
           Memory memory) { return ttnn::repeat_bw(g, x, Shape(times), memory); },
        kGradient, kX, py::arg("shape"), py::kw_only(), memory_config());
}

template <typename Limit>
void bind_limits(py::module_& ops) {
    using Limited =
        std::vector<Tensor> (*)(const Tensor&, const Tensor&, const std::optional<Limit>&,
                                const std::optional<Limit>&, Memory);
    for (const auto& [name, function] :
         {std::pair<const char*, Limited>{"clamp_bw", &ttnn::clamp_bw},
          {"clip_bw", &ttnn::clip_bw}})
        operation(ops, name, function, kGradient, kX, none("min"), none("max"), py::kw_only(),
                  memory_config());
}

using Pair = std::vector<Tensor> (*)(const Tensor&, const Tensor&, const Tensor&, Memory);

void bind_pairs(py::module_& ops) {
#define TTNN_BACKWARD_PAIR(op, ...)                                                                \
    operation(ops, #op "_bw", static_cast<Pair>(&ttnn::op##_bw), kGradient, kA, kB, py::kw_only(), \
              memory_config());
#include "ttnn/operations/eltwise/binary_backward/rows.inc"
#undef TTNN_BACKWARD_PAIR
    for (const auto& [name, function] : {std::pair<const char*, WithOne>{"fmod_bw", &ttnn::fmod_bw},
                                         {"remainder_bw", &ttnn::remainder_bw}})
        operation(ops, name, function, kGradient, kX, py::arg("scalar"), py::kw_only(),
                  memory_config());
    operation(
        ops, "bias_gelu_bw",
        py::overload_cast<const Tensor&, const Tensor&, const Tensor&, const std::string&, Memory>(
            &ttnn::bias_gelu_bw),
        kGradient, kA, kB, py::kw_only(), py::arg("approximate") = "none", memory_config());
    operation(ops, "bias_gelu_bw",
              py::overload_cast<const Tensor&, const Tensor&, float, const std::string&, Memory>(
                  &ttnn::bias_gelu_bw),
              kGradient, kX, py::arg("bias"), py::kw_only(), py::arg("approximate") = "none",
              memory_config());
}

// Which gradients are made, and into which tensors.
template <typename Function, typename... Extra>
void wanted(py::module_& ops, const char* op, Function f, const char* a, const char* b,
            const char* into_a, const char* into_b, const Extra&... extra) {
    operation(ops, op, f, kGradient, py::arg(a), py::arg(b), extra...,
              py::arg("are_required_outputs") = std::vector<bool>{true, true}, memory_config(),
              none(into_a), none(into_b));
}

using Chosen = Gradients (*)(const Tensor&, const Tensor&, const Tensor&, Required, Memory, Out,
                             Out);
using Placed = Gradients (*)(const Tensor&, const Tensor&, float, Memory, Out);

void bind_chosen(py::module_& ops) {
    const py::kw_only keywords;
    for (const auto& [name, function] : {std::pair<const char*, Chosen>{"add_bw", &ttnn::add_bw},
                                         {"sub_bw", &ttnn::sub_bw},
                                         {"mul_bw", &ttnn::mul_bw}})
        wanted(ops, name, function, "input_tensor", "other_tensor", "input_grad", "other_grad",
               keywords);
    for (const auto& [name, function] : {std::pair<const char*, Placed>{"add_bw", &ttnn::add_bw},
                                         {"sub_bw", &ttnn::sub_bw},
                                         {"mul_bw", &ttnn::mul_bw}})
        operation(ops, name, function, kGradient, kA, py::arg("scalar"), keywords, memory_config(),
                  none("input_grad"));
    wanted(ops, "rsub_bw", &ttnn::rsub_bw, "input_tensor_a", "input_tensor_b", "input_grad",
           "other_grad", keywords);
    wanted(ops, "div_bw",
           py::overload_cast<const Tensor&, const Tensor&, const Tensor&,
                             const std::optional<std::string>&, Required, Memory, Out, Out>(
               &ttnn::div_bw),
           "input_tensor", "other_tensor", "input_grad", "other_grad", keywords,
           none("rounding_mode"));
    operation(ops, "div_bw",
              py::overload_cast<const Tensor&, const Tensor&, float,
                                const std::optional<std::string>&, Memory, Out>(&ttnn::div_bw),
              kGradient, kA, py::arg("scalar"), none("rounding_mode"), keywords, memory_config(),
              none("input_grad"));
    wanted(ops, "addalpha_bw", &ttnn::addalpha_bw, "input_tensor_a", "input_tensor_b",
           "input_a_grad", "input_b_grad", py::arg("alpha") = 1.0f, keywords);
    wanted(ops, "subalpha_bw", &ttnn::subalpha_bw, "input_tensor_a", "input_tensor_b", "input_grad",
           "other_grad", py::arg("alpha") = 1.0f, keywords);
    wanted(ops, "concat_bw", &ttnn::concat_bw, "input_tensor_a", "input_tensor_b", "input_a_grad",
           "input_b_grad", py::arg("dim") = 0, keywords);
    wanted(ops, "assign_bw", static_cast<Chosen>(&ttnn::assign_bw), "input_tensor_a",
           "input_tensor_b", "input_a_grad", "input_b_grad", keywords);
    operation(ops, "assign_bw",
              py::overload_cast<const Tensor&, const Tensor&, Memory, Out>(&ttnn::assign_bw),
              kGradient, kX, keywords, memory_config(), none("input_a_grad"));
}

void bind_three(py::module_& ops) {
    using Three = std::vector<Tensor> (*)(const Tensor&, const Tensor&, const Tensor&,
                                          const Tensor&, float, Memory);
    const py::arg c("input_tensor_c");
    for (const auto& [name, function] :
         {std::pair<const char*, Three>{"addcmul_bw", &ttnn::addcmul_bw},
          {"addcdiv_bw", &ttnn::addcdiv_bw}})
        operation(ops, name, function, kGradient, kA, kB, c, py::arg("alpha"), py::kw_only(),
                  memory_config());
    operation(ops, "where_bw", &ttnn::where_bw, kGradient, kA, kB, c, py::kw_only(),
              memory_config(), py::arg("are_required_outputs") = std::vector<bool>{true, true},
              none("input_a_grad"), none("input_b_grad"));
    operation(ops, "lerp_bw",
              py::overload_cast<const Tensor&, const Tensor&, const Tensor&, const Tensor&, Memory>(
                  &ttnn::lerp_bw),
              kGradient, kA, kB, c, py::kw_only(), memory_config());
    operation(ops, "lerp_bw",
              py::overload_cast<const Tensor&, const Tensor&, const Tensor&, float, Memory>(
                  &ttnn::lerp_bw),
              kGradient, kA, kB, py::arg("scalar"), py::kw_only(), memory_config());
}

void bind_backward(py::module_&, py::module_& ops) {
    bind_unary(ops);
    bind_with_numbers(ops);
    bind_limits<float>(ops);
    bind_limits<Tensor>(ops);
    bind_pairs(ops);
    bind_chosen(ops);
    bind_three(ops);
}

const Family kBackward(bind_backward);

}  // namespace
}  // namespace ttnn::python

// Element-wise operations of three operands, and composites.
#include "ttnn/operations/eltwise/ternary/ternary.hpp"

#include "bind/bind.hpp"
#include "ttnn/operations/data_movement/bcast/bcast.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/quantization/quantization.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"

namespace ttnn::python {

namespace {

using Memory = const std::optional<MemoryConfig>&;
using Out = const std::optional<Tensor>&;
using Cores = const std::optional<CoreRangeSet>&;
using Part = const std::optional<tt::tt_metal::SubDeviceId>&;
using Scalar = operations::unary::ScalarVariant;
using Operand = std::variant<Tensor, Scalar>;

const py::arg kFirst("input_a");
const py::arg kSecond("input_b");
const py::arg kThird("input_c");
const py::arg kX("input_tensor");

float real_of(const Scalar& value) {
    return std::visit([](auto v) { return static_cast<float>(v); }, value);
}

// Integers beside integers are their 32 bits, signed or not.
operations::ternary::TensorScalarVariant value_of(const Operand& operand, bool beside_reals) {
    if (const auto* tensor = std::get_if<Tensor>(&operand)) return *tensor;
    const Scalar& scalar = std::get<Scalar>(operand);
    if (beside_reals || std::holds_alternative<float>(scalar)) return real_of(scalar);
    return std::visit([](auto v) { return static_cast<int>(static_cast<std::int64_t>(v)); },
                      scalar);
}

// The values decide about the type of the result, numbers alone leave it to the predicate.
bool chooses_reals(const Tensor& predicate, const Operand& yes, const Operand& no) {
    for (const Operand* one : {&yes, &no})
        if (const auto* tensor = std::get_if<Tensor>(one))
            return tt::tt_metal::is_floating_point(tensor->dtype());
    return tt::tt_metal::is_floating_point(predicate.dtype());
}

void bind_three(py::module_& ops) {
    operation(
        ops, "where",
        [](const Tensor& predicate, const Operand& yes, const Operand& no, Memory memory, Out out,
           Cores cores) {
            const bool reals = chooses_reals(predicate, yes, no);
            return ttnn::where(predicate, value_of(yes, reals), value_of(no, reals), memory, out,
                               cores);
        },
        py::arg("predicate"), py::arg("true_value"), py::arg("false_value"), py::kw_only(),
        memory_config(), output_tensor(), sub_core_grids());
    operation(
        ops, "addcmul",
        [](const Tensor& a, const Tensor& b, const Tensor& c, const Scalar& value, Memory memory,
           Out out) {
            return ttnn::addcmul(
                a, b, c,
                std::visit([](auto v) { return operations::ternary::ScalarVariant(v); }, value),
                memory, out);
        },
        kFirst, kSecond, kThird, py::kw_only(), py::arg("value") = 1.0f, memory_config(),
        output_tensor());
    operation(ops, "addcdiv", &ttnn::addcdiv, kFirst, kSecond, kThird, py::kw_only(),
              py::arg("value") = 1.0f, memory_config(), output_tensor());
    operation(
        ops, "lerp",
        py::overload_cast<const Tensor&, const Tensor&, const Tensor&, Memory, Out>(&ttnn::lerp),
        py::arg("input"), py::arg("end"), py::arg("weight"), py::kw_only(), memory_config(),
        output_tensor());
    operation(ops, "lerp",
              py::overload_cast<const Tensor&, const Tensor&, float, Memory, Out>(&ttnn::lerp),
              py::arg("input"), py::arg("end"), py::arg("weight"), py::kw_only(), memory_config(),
              output_tensor());
    operation(ops, "mac",
              py::overload_cast<const Tensor&, const Tensor&, const Tensor&, Memory, Out, Cores>(
                  &ttnn::mac),
              kFirst, kSecond, kThird, py::kw_only(), memory_config(), output_tensor(),
              sub_core_grids());
    operation(ops, "mac",
              py::overload_cast<const Tensor&, const Tensor&, float, Memory>(&ttnn::mac), kFirst,
              kSecond, kThird, py::kw_only(), memory_config());
    operation(ops, "mac",
              py::overload_cast<const Tensor&, float, const Tensor&, Memory>(&ttnn::mac), kFirst,
              kSecond, kThird, py::kw_only(), memory_config());
    operation(ops, "mac", py::overload_cast<const Tensor&, float, float, Memory>(&ttnn::mac),
              kFirst, kSecond, kThird, py::kw_only(), memory_config());
    operation(ops, "snake_beta", &ttnn::snake_beta, kX, py::arg("alpha"), py::arg("beta"),
              py::kw_only(), memory_config(), output_tensor());
}

template <typename Rhs>
void bind_division(py::module_& ops) {
    const py::list no_one;
    operation(ops, "div",
              py::overload_cast<const Tensor&, Rhs, bool, const std::optional<std::string>&,
                                const OptionalDataType&, Memory, Out, Activations, Activations,
                                Activations, Cores, Part>(&ttnn::div),
              py::arg("input_tensor_a"), py::arg("input_tensor_b"), py::kw_only(),
              py::arg("fast_and_approximate_mode") = false, none("rounding_mode"), none("dtype"),
              memory_config(), output_tensor(), py::arg("activations") = no_one,
              py::arg("input_tensor_a_activations") = no_one,
              py::arg("input_tensor_b_activations") = no_one, sub_core_grids(),
              none("sub_device_id"));
}

void bind_composites_of_two(py::module_& ops) {
    bind_division<const Tensor&>(ops);
    bind_division<Scalar>(ops);
    operation(
        ops, "pow",
        py::overload_cast<float, const Tensor&, const OptionalDataType&, Memory, Out>(&ttnn::pow),
        py::arg("input"), py::arg("exponent"), py::kw_only(), none("dtype"), memory_config(),
        output_tensor());
    operation(
        ops, "pow",
        [](const Tensor& input, const Operand& exponent, const std::optional<DataType>& dtype,
           Memory memory, Out out) {
            return std::visit(
                [&](const auto& e) { return ttnn::pow(input, e, dtype, memory, out); }, exponent);
        },
        py::arg("input"), py::arg("exponent"), py::kw_only(), none("dtype"), memory_config(),
        output_tensor());
    operation(ops, "isclose", &ttnn::isclose, kFirst, kSecond, py::kw_only(),
              py::arg("rtol") = 1e-5f, py::arg("atol") = 1e-8f, py::arg("equal_nan") = false,
              memory_config());
    operation(ops, "addalpha", &ttnn::addalpha, kFirst, kSecond, py::arg("alpha"), py::kw_only(),
              memory_config(), output_tensor());
    operation(ops, "subalpha", &ttnn::subalpha, kFirst, kSecond, py::arg("alpha"), py::kw_only(),
              memory_config(), output_tensor());
    operation(ops, "outer", &ttnn::outer, kFirst, kSecond, py::kw_only(), memory_config());
    operation(ops, "nextafter", &ttnn::nextafter, kFirst, kSecond, py::kw_only(), memory_config());
    operation(ops, "bcast", &ttnn::bcast, kFirst, kSecond, py::arg("math_op"), py::arg("dim"),
              py::kw_only(), memory_config(), output_tensor());
    operation(ops, "polyval", &ttnn::polyval, py::arg("input_tensor"), py::arg("coeffs"),
              py::kw_only(), memory_config());
    operation(ops, "prelu", py::overload_cast<const Tensor&, const Tensor&, Memory>(&ttnn::prelu),
              kX, py::arg("weight"), py::kw_only(), memory_config());
    operation(ops, "prelu", py::overload_cast<const Tensor&, Scalar, Memory>(&ttnn::prelu), kX,
              py::arg("weight"), py::kw_only(), memory_config());
    operation(ops, "prelu",
              py::overload_cast<const Tensor&, const std::array<float, 1>&, Memory>(&ttnn::prelu),
              kX, py::arg("weight"), py::kw_only(), memory_config());
}

void bind_quantization(py::module_& ops) {
    const auto zero = [](const Operand& value) -> QuantZero {
        if (const auto* tensor = std::get_if<Tensor>(&value)) return *tensor;
        return static_cast<std::int32_t>(real_of(std::get<Scalar>(value)));
    };
    const auto scale = [](const Operand& value) -> QuantScale {
        if (const auto* tensor = std::get_if<Tensor>(&value)) return *tensor;
        return real_of(std::get<Scalar>(value));
    };
    using Axis = std::optional<std::int32_t>;
    const auto one = [=](auto function) {
        return [=](const Tensor& x, const Operand& s, const Operand& z, Axis axis,
                   const std::optional<DataType>& dtype, Memory memory,
                   Out out) { return function(x, scale(s), zero(z), axis, dtype, memory, out); };
    };
    operation(ops, "quantize", one(&ttnn::quantize), kX, py::arg("scale"), py::arg("zero_point"),
              py::kw_only(), none("axis"), none("dtype"), memory_config(), output_tensor());
    operation(ops, "dequantize", one(&ttnn::dequantize), kX, py::arg("scale"),
              py::arg("zero_point"), py::kw_only(), none("axis"), none("dtype"), memory_config(),
              output_tensor());
    operation(
        ops, "requantize",
        [=](const Tensor& x, const Operand& s, const Operand& z, const Operand& t, const Operand& y,
            Axis axis, const std::optional<DataType>& dtype, Memory memory, Out out) {
            return ttnn::requantize(x, scale(s), zero(z), scale(t), zero(y), axis, dtype, memory,
                                    out);
        },
        kX, py::arg("in_scale"), py::arg("in_zero_point"), py::arg("out_scale"),
        py::arg("out_zero_point"), py::kw_only(), none("axis"), none("dtype"), memory_config(),
        output_tensor());
}

ClampLimit limit_of(const std::optional<Scalar>& limit) {
    if (!limit) return std::nullopt;
    if (const auto* whole = std::get_if<std::int32_t>(&*limit)) return *whole;
    return real_of(*limit);
}

void bind_limits(py::module_& ops) {
    using Limit = std::optional<Scalar>;
    operation(
        ops, "clamp",
        [](const Tensor& x, const Limit& low, const Limit& high, Memory memory, Out out) {
            return ttnn::clamp(x, limit_of(low), limit_of(high), memory, out);
        },
        kX, none("min"), none("max"), py::kw_only(), memory_config(), output_tensor());
    operation(
        ops, "clamp",
        [](const Tensor& x, Out low, Out high, Memory memory, Out out) {
            return ttnn::clamp(x, low, high, memory, out);
        },
        kX, none("min"), none("max"), py::kw_only(), memory_config(), output_tensor());
    operation(
        ops, "clip",
        [](const Tensor& x, const Limit& low, const Limit& high, Memory memory) {
            return ttnn::clip(x, limit_of(low), limit_of(high), memory);
        },
        kX, none("min"), none("max"), py::kw_only(), memory_config());
    operation(
        ops, "clip",
        [](const Tensor& x, Out low, Out high, Memory memory) {
            return ttnn::clip(x, low, high, memory);
        },
        kX, none("min"), none("max"), py::kw_only(), memory_config());
    operation(ops, "logit", &ttnn::logit, kX, py::kw_only(), none("eps"), memory_config());
    operation(
        ops, "rdiv",
        py::overload_cast<const Tensor&, float, const std::optional<std::string>&, Memory, Out>(
            &ttnn::rdiv),
        kX, py::arg("value"), none("rounding_mode"), py::kw_only(), memory_config(),
        output_tensor());
    using OverAll = Tensor (*)(const Tensor&, Memory);
    for (const auto& [name, function] : std::initializer_list<std::pair<const char*, OverAll>>{
             {"multigammaln", &ttnn::multigammaln},
             {"logical_not_", &ttnn::logical_not_},
             {"var_hw", &ttnn::var_hw},
             {"std_hw", &ttnn::std_hw},
             {"normalize_hw", &ttnn::normalize_hw},
             {"normalize_global", &ttnn::normalize_global}})
        operation(ops, name, function, kX, py::kw_only(), memory_config());
}

void bind_ternary(py::module_& m, py::module_& ops) {
    bind_enum<BcastOpMath>(m, "BcastOpMath");
    bind_enum<BcastOpDim>(m, "BcastOpDim");
    bind_three(ops);
    bind_composites_of_two(ops);
    bind_limits(ops);
    bind_quantization(ops);
}

const Family kTernary(bind_ternary);

}  // namespace
}  // namespace ttnn::python

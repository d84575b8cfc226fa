// Unary operations as values, with their parameters: for chains and fused activations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace ttnn::operations::unary {

// clang-format off
enum class UnaryOpType {
    EXP, RECIP, GELU, GELU_TANH, RELU, SQRT, SIGMOID, LOG, LOG1P, TANH, LOG2, LOG10, SIN, COS, COSH,
    SINH, ABS, ABS_INT32, SIGN, SQUARE, EQZ, NEZ, GTZ, LTZ, GEZ, LEZ, RELU_MAX, RELU_MIN, POWER,
    POWER_ITERATIVE, LEAKY_RELU, ELU, EXP2, HEAVISIDE, EXPM1, SIGNBIT, ASIN, ACOS, ACOSH, RSQRT,
    RELU6, ATAN, ASINH, ATANH, ERF, ERFC, ISINF, ISPOSINF, ISNEGINF, ISNAN, LOGICAL_NOT_UNARY,
    ISFINITE, ERFINV, I0, I1, TAN, RSUB, RDIV, SILU, SOFTPLUS, IDENTITY, NEG, ADD_UNARY_SFPU,
    SUB_UNARY_SFPU, MUL_UNARY_SFPU, DIV_UNARY_SFPU, UNARY_NE, UNARY_EQ, UNARY_GT, UNARY_LT,
    UNARY_GE, UNARY_LE, TILED_PROD, TYPECAST, BITCAST, BITWISE_XOR, BITWISE_NOT, BITWISE_AND,
    BITWISE_OR, RIGHT_SHIFT, FLOOR, CEIL, TRUNC, FRAC, ROUND, LEFT_SHIFT, REMAINDER, FMOD, DROPOUT,
    FILL, PRELU_SFPU, ZERO_POINT, ALT_COMPLEX_ROTATE90, MISH, HARDMISH, MAXIMUM, MINIMUM,
    TANHSHRINK, THRESHOLD, SOFTSHRINK, HARDSHRINK, HARDTANH, HARDSIGMOID, HARDSWISH, WHERE_TSS,
    MAC_TSS, SOFTSIGN, CELU, CLAMP_TSS, SELU, RPOW, CBRT, LOGSIGMOID, LOGIT, XIELU, LGAMMA, DIGAMMA,
    POLYGAMMA, SOFTCAP,
};
// clang-format on

using ScalarVariant = std::variant<std::uint32_t, std::int32_t, float>;

// With parameters of one type, or of any one of several.
template <typename... Ts>
struct BasicUnaryWithParam;

template <typename T>
struct BasicUnaryWithParam<T> {
    UnaryOpType op_type;
    std::vector<T> params{};

    BasicUnaryWithParam(UnaryOpType op_type) : op_type(op_type) {}
    BasicUnaryWithParam(UnaryOpType op_type, T param) : op_type(op_type), params{param} {}
    BasicUnaryWithParam(UnaryOpType op_type, T first, T second)
        : op_type(op_type), params{first, second} {}
    BasicUnaryWithParam(UnaryOpType op_type, std::initializer_list<T> params)
        : op_type(op_type), params(params) {}
    BasicUnaryWithParam(UnaryOpType op_type, const std::vector<T>& params)
        : op_type(op_type), params(params) {}

    UnaryOpType type() const noexcept { return op_type; }
    bool has_parameter() const noexcept { return !params.empty(); }
    bool empty() const noexcept { return params.empty(); }
    std::span<const T> get_params() const noexcept { return params; }
    std::optional<T> get_param_if(std::size_t index = 0) const noexcept {
        return index < params.size() ? std::optional(params[index]) : std::nullopt;
    }

    static constexpr auto attribute_names = std::forward_as_tuple("op_type", "param");
    auto attribute_values() const { return std::forward_as_tuple(op_type, params); }
};

template <typename... Ts>
    requires(sizeof...(Ts) > 1)
struct BasicUnaryWithParam<Ts...> {
    std::variant<BasicUnaryWithParam<Ts>...> base;

    BasicUnaryWithParam(UnaryOpType op_type) : base(std::in_place_index<0>, op_type) {}
    template <typename T>
        requires(std::is_same_v<T, Ts> || ...)
    BasicUnaryWithParam(UnaryOpType op_type, T param)
        : base(BasicUnaryWithParam<T>(op_type, param)) {}
    template <typename T>
        requires(std::is_same_v<T, Ts> || ...)
    BasicUnaryWithParam(UnaryOpType op_type, T first, T second)
        : base(BasicUnaryWithParam<T>(op_type, first, second)) {}
    template <typename T>
        requires(std::is_same_v<T, Ts> || ...)
    BasicUnaryWithParam(const BasicUnaryWithParam<T>& other) : base(other) {}

    UnaryOpType type() const noexcept {
        return std::visit([](const auto& one) { return one.type(); }, base);
    }
    bool has_parameter() const noexcept {
        return std::visit([](const auto& one) { return one.has_parameter(); }, base);
    }
    bool empty() const noexcept { return !has_parameter(); }

    static constexpr auto attribute_names = std::forward_as_tuple("base");
    auto attribute_values() const { return std::forward_as_tuple(base); }
};

using EltwiseUnaryWithParam = BasicUnaryWithParam<float, std::int32_t, std::uint32_t>;
using UnaryWithParam = BasicUnaryWithParam<float>;
using EltwiseFusedActivations = std::vector<EltwiseUnaryWithParam>;
using FusedActivations = std::vector<UnaryWithParam>;

}  // namespace ttnn::operations::unary

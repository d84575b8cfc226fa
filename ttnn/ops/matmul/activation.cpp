// Activations of products by their names.
#include "ops/matmul/activation.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <tt_stl/assert.hpp>

namespace ttnn::operations::matmul {

namespace {

// Names of activations, as strings. Approximate forms are the exact ones.
constexpr std::pair<std::string_view, UnaryOpType> kActivations[] = {
    {"relu", UnaryOpType::RELU},
    {"relu6", UnaryOpType::RELU6},
    {"gelu", UnaryOpType::GELU},
    {"gelu_approx", UnaryOpType::GELU},
    {"gelu_tanh", UnaryOpType::GELU_TANH},
    {"silu", UnaryOpType::SILU},
    {"sigmoid", UnaryOpType::SIGMOID},
    {"sigmoid_approx", UnaryOpType::SIGMOID},
    {"hardsigmoid", UnaryOpType::HARDSIGMOID},
    {"sqrt", UnaryOpType::SQRT},
    {"rsqrt", UnaryOpType::RSQRT},
    {"exp", UnaryOpType::EXP},
    {"recip", UnaryOpType::RECIP},
    {"log", UnaryOpType::LOG},
    {"log1p", UnaryOpType::LOG1P},
    {"log2", UnaryOpType::LOG2},
    {"log10", UnaryOpType::LOG10},
    {"tanh", UnaryOpType::TANH},
    {"sin", UnaryOpType::SIN},
    {"cos", UnaryOpType::COS},
    {"sinh", UnaryOpType::SINH},
    {"cosh", UnaryOpType::COSH},
    {"abs", UnaryOpType::ABS},
    {"sign", UnaryOpType::SIGN},
    {"square", UnaryOpType::SQUARE},
    {"softplus", UnaryOpType::SOFTPLUS},
    {"mish", UnaryOpType::MISH},
    {"mish_approx", UnaryOpType::MISH},
    {"hardmish", UnaryOpType::HARDMISH}};
// Those with parameters have those of torch.
constexpr std::pair<std::string_view, std::pair<UnaryOpType, std::array<float, 2>>>
    kActivationsWithParams[] = {
        {"hardtanh", {UnaryOpType::HARDTANH, {-1.0f, 1.0f}}},
        {"selu", {UnaryOpType::SELU, {1.0507009873554805f, 1.6732632423543772f}}}};

}  // namespace

std::optional<UnaryWithParam> operation_of(const std::optional<Activation>& activation) {
    if (!activation) return std::nullopt;
    if (const auto* op = std::get_if<UnaryWithParam>(&*activation)) return *op;
    const std::string& name = std::get<std::string>(*activation);
    for (const auto& [with_params, op] : kActivationsWithParams)
        if (with_params == name) return UnaryWithParam(op.first, op.second[0], op.second[1]);
    const auto at =
        std::ranges::find(kActivations, name, &std::pair<std::string_view, UnaryOpType>::first);
    TT_FATAL(at != std::end(kActivations), "matmul: unknown activation \"{}\"", name);
    return UnaryWithParam(at->second);
}

std::optional<UnaryWithParam> fused_activation(const std::optional<MatmulProgramConfig>& config) {
    if (!config) return std::nullopt;
    return std::visit(
        [](const auto& c) -> std::optional<UnaryWithParam> {
            if constexpr (requires { c.fused_activation; }) return c.fused_activation;
            return std::nullopt;
        },
        *config);
}

}  // namespace ttnn::operations::matmul

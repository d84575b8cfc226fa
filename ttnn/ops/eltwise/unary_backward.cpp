// Gradients of unary operations: the table and the functions that come from it.
#include "ttnn/operations/eltwise/unary_backward/unary_backward.hpp"

#include <cmath>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/ternary/ternary.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

void check_gradient(std::string_view op, const Tensor& g, const Tensor& x) {
    eltwise::need_device(op, g);
    eltwise::need_device(op, x);
    TT_FATAL(g.logical_shape() == x.logical_shape(),
             "{}: the gradient has shape {}, the input has {}", op, g.logical_shape(),
             x.logical_shape());
}

// Into memory of its own, if that was asked for.
std::vector<Tensor> placed(Tensor gradient, const std::optional<MemoryConfig>& memory) {
    if (memory) gradient = to_memory_config(gradient, *memory);
    return {std::move(gradient)};
}

// In one program.
Tensor fused_gradient(std::string_view op, std::string_view tile, const Tensor& g, const Tensor& x,
                      const std::optional<MemoryConfig>& memory,
                      const std::optional<Tensor>& into) {
    check_gradient(op, g, x);
    const table::BinaryRow row{
        .name = op, .header = "backward_operations.h", .init = ";", .tile = tile};
    return eltwise::binary(row, g, x, {.memory = memory, .output = into});
}

Tensor gelu_gradient(const Tensor& g, const Tensor& x, const std::string& approximate,
                     const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& into) {
    TT_FATAL(approximate == "none" || approximate == "tanh",
             "gelu_bw: approximate is \"{}\", \"none\" and \"tanh\" are allowed", approximate);
    return fused_gradient("gelu_bw", approximate == "tanh" ? "gelu_tanh_bw()" : "gelu_bw()", g, x,
                          memory, into);
}

}  // namespace

#define TTNN_BACKWARD(name, gradient, ...)                                     \
    std::vector<Tensor> name##_bw(const Tensor& g, const Tensor& x,            \
                                  const std::optional<MemoryConfig>& memory) { \
        check_gradient(#name "_bw", g, x);                                     \
        return placed(gradient, memory);                                       \
    }
#include "ttnn/operations/eltwise/unary_backward/rows.inc"
#undef TTNN_BACKWARD

#define TTNN_BACKWARD_INTO(name, gradient)                                                  \
    std::vector<std::optional<Tensor>> name##_bw(const Tensor& g, const Tensor& x,          \
                                                 const std::optional<MemoryConfig>& memory, \
                                                 const std::optional<Tensor>& into) {       \
        check_gradient(#name "_bw", g, x);                                                  \
        return {multiply(g, gradient, std::nullopt, memory, into)};                         \
    }
TTNN_BACKWARD_INTO(exp, exp(x))
TTNN_BACKWARD_INTO(neg, -1.0f)
TTNN_BACKWARD_INTO(rsqrt, multiply(multiply(rsqrt(x), reciprocal(x)), -0.5f))
TTNN_BACKWARD_INTO(silu, multiply(sigmoid(x), add(multiply(x, sigmoid(neg(x))), 1.0f)))
TTNN_BACKWARD_INTO(sqrt, multiply(rsqrt(x), 0.5f))
#undef TTNN_BACKWARD_INTO

std::vector<std::optional<Tensor>> tanh_bw(const Tensor& g, const Tensor& x,
                                           const std::optional<MemoryConfig>& memory,
                                           const std::optional<Tensor>& into) {
    return {fused_gradient("tanh_bw", "tanh_bw()", g, x, memory, into)};
}
std::vector<std::optional<Tensor>> gelu_bw(const Tensor& g, const Tensor& x,
                                           const std::string& approximate,
                                           const std::optional<MemoryConfig>& memory,
                                           std::optional<Tensor> into) {
    return {gelu_gradient(g, x, approximate, memory, into)};
}
Tensor experimental::gelu_bw(const Tensor& g, const Tensor& x, const std::string& approximate,
                             const std::optional<MemoryConfig>& memory,
                             std::optional<Tensor> into) {
    return gelu_gradient(g, x, approximate, memory, into);
}

namespace table {
namespace {

#define TTNN_BACKWARD(op, gradient, derivative, from, to)                           \
    {.name = #op "_bw",                                                             \
     .run = [](const Tensor& g, const Tensor& x) { return op##_bw(g, x).front(); }, \
     .reference = []([[maybe_unused]] double x) -> double { return derivative; },   \
     .low = from,                                                                   \
     .high = to},
#define TTNN_BACKWARD_INTO(op, derivative, from, to)                                 \
    {.name = #op "_bw",                                                              \
     .run = [](const Tensor& g, const Tensor& x) { return *op##_bw(g, x).front(); }, \
     .reference = []([[maybe_unused]] double x) -> double { return derivative; },    \
     .low = from,                                                                    \
     .high = to},
constexpr BackwardRow kBackward[] = {
#include "ttnn/operations/eltwise/unary_backward/rows.inc"
    TTNN_BACKWARD_INTO(exp, std::exp(x), -3, 3) TTNN_BACKWARD_INTO(
        gelu,
        0.5 * std::erfc(-x / std::sqrt(2.0)) +
            x * std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0)),
        -5, 5) TTNN_BACKWARD_INTO(neg, -1, -5, 5)
        TTNN_BACKWARD_INTO(rsqrt, -0.5 / (x * std::sqrt(x)), 0.5, 5) TTNN_BACKWARD_INTO(
            silu, (1 + std::exp(-x) + x * std::exp(-x)) / ((1 + std::exp(-x)) * (1 + std::exp(-x))),
            -5, 5) TTNN_BACKWARD_INTO(sqrt, 0.5 / std::sqrt(x), 0.5, 5)
            TTNN_BACKWARD_INTO(tanh, 1 / (std::cosh(x) * std::cosh(x)), -3, 3)};
#undef TTNN_BACKWARD
#undef TTNN_BACKWARD_INTO

}  // namespace

std::span<const BackwardRow> backward() {
    return kBackward;
}

}  // namespace table
}  // namespace ttnn

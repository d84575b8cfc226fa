// Gradients of unary operations: the table and the functions that come from it.
#include "ttnn/operations/eltwise/unary_backward/unary_backward.hpp"

#include <cmath>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/backward.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/clone/clone.hpp"
#include "ttnn/operations/data_movement/split/split.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/ternary/ternary.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace eltwise {

void check_gradient(std::string_view op, const Tensor& g, const Tensor& x) {
    need_device(op, g);
    need_device(op, x);
    TT_FATAL(g.logical_shape() == x.logical_shape(),
             "{}: the gradient has shape {}, the input has {}", op, g.logical_shape(),
             x.logical_shape());
}

Tensor placed(const Tensor& gradient, const std::optional<MemoryConfig>& memory,
              const std::optional<Tensor>& into) {
    if (into) return to_memory_config(gradient, into->memory_config(), std::nullopt, into);
    return memory ? to_memory_config(gradient, *memory) : gradient;
}

Tensor fused_gradient(std::string_view op, std::string_view tile, const Tensor& g, const Tensor& x,
                      const std::optional<MemoryConfig>& memory,
                      const std::optional<Tensor>& into) {
    check_gradient(op, g, x);
    const table::BinaryRow row{
        .name = op, .header = "backward_operations.h", .init = ";", .tile = tile};
    return binary(row, g, x, {.memory = memory, .output = into});
}

}  // namespace eltwise

using eltwise::check_gradient;
using eltwise::placed;

namespace {

Tensor gelu_gradient(const Tensor& g, const Tensor& x, const std::string& approximate,
                     const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& into) {
    TT_FATAL(approximate == "none" || approximate == "tanh",
             "gelu_bw: approximate is \"{}\", \"none\" and \"tanh\" are allowed", approximate);
    return eltwise::fused_gradient(
        "gelu_bw", approximate == "tanh" ? "gelu_tanh_bw()" : "gelu_bw()", g, x, memory, into);
}

}  // namespace

#define TTNN_BACKWARD(name, gradient, ...)                                     \
    std::vector<Tensor> name##_bw(const Tensor& g, const Tensor& x,            \
                                  const std::optional<MemoryConfig>& memory) { \
        check_gradient(#name "_bw", g, x);                                     \
        return {placed(gradient, memory)};                                     \
    }
#include "ttnn/operations/eltwise/unary_backward/rows.inc"
#undef TTNN_BACKWARD

#define TTNN_BACKWARD_NUMBERS(name, gradient, ...)                               \
    std::vector<Tensor> name##_bw(const Tensor& g, const Tensor& x, __VA_ARGS__, \
                                  const std::optional<MemoryConfig>& memory) {   \
        check_gradient(#name "_bw", g, x);                                       \
        return {placed(gradient, memory)};                                       \
    }
#define TTNN_BACKWARD_ONE(name, gradient, ...) TTNN_BACKWARD_NUMBERS(name, gradient, float p)
#define TTNN_BACKWARD_TWO(name, gradient, ...) \
    TTNN_BACKWARD_NUMBERS(name, gradient, float p, float q)
#include "ttnn/operations/eltwise/unary_backward/numbers.inc"
#undef TTNN_BACKWARD_NUMBERS
#undef TTNN_BACKWARD_ONE
#undef TTNN_BACKWARD_TWO

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
    return {eltwise::fused_gradient("tanh_bw", "tanh_bw()", g, x, memory, into)};
}
std::vector<std::optional<Tensor>> gelu_bw(const Tensor& g, const Tensor& x,
                                           const std::string& approximate,
                                           const std::optional<MemoryConfig>& memory,
                                           // Upstream's signature.
                                           // NOLINTNEXTLINE(performance-unnecessary-value-param)
                                           std::optional<Tensor> into) {
    return {gelu_gradient(g, x, approximate, memory, into)};
}
Tensor experimental::gelu_bw(const Tensor& g, const Tensor& x, const std::string& approximate,
                             const std::optional<MemoryConfig>& memory,
                             // NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's
                             std::optional<Tensor> into) {
    return gelu_gradient(g, x, approximate, memory, into);
}

// ---- forms of their own
// --------------------------------------------------------------------------

std::vector<std::optional<Tensor>> pow_bw(const Tensor& g, const Tensor& x, float exponent,
                                          const std::optional<MemoryConfig>& memory,
                                          const std::optional<Tensor>& into) {
    check_gradient("pow_bw", g, x);
    TT_FATAL(exponent >= 0, "pow_bw: the exponent is {}, works for positive exponents only",
             exponent);
    if (exponent == 0) return {multiply(g, 0.0f, std::nullopt, memory, into)};
    const Tensor slope = exponent == 1 ? clone(g) : multiply(g, pow(x, exponent - 1));
    return {multiply(slope, exponent, std::nullopt, memory, into)};
}

std::vector<std::optional<Tensor>> fill_bw(const Tensor& g, const Tensor& x,
                                           const std::optional<MemoryConfig>& memory,
                                           const std::optional<Tensor>& into) {
    check_gradient("fill_bw", g, x);
    return {fill(g, 0.0f, memory, into)};
}

std::vector<Tensor> rdiv_bw(const Tensor& g, const Tensor& x, float number,
                            const std::optional<std::string>& rounding,
                            const std::optional<MemoryConfig>& memory) {
    check_gradient("rdiv_bw", g, x);
    TT_FATAL(!rounding || *rounding == "None" || *rounding == "trunc" || *rounding == "floor",
             "rdiv_bw: rounding mode is \"{}\", \"trunc\", \"floor\" and none are allowed",
             rounding.value_or(""));
    if (rounding && *rounding != "None") return {multiply(g, 0.0f, std::nullopt, memory)};
    return {placed(neg(divide(multiply(g, number), square(x))), memory)};
}

namespace {

// 1 inside of the limits, which belong to it, and 0 outside.
template <typename Limit>
Tensor within(const Tensor& x, const std::optional<Limit>& low, const std::optional<Limit>& high) {
    TT_FATAL(low || high,
             "clamp_bw: Only one of 'min' or 'max' can be None. Please provide one "
             "value");
    if (!low) return le(x, *high);
    return high ? logical_and(ge(x, *low), le(x, *high)) : ge(x, *low);
}

}  // namespace

#define TTNN_LIMITED(name, Limit)                                                               \
    std::vector<Tensor> name(const Tensor& g, const Tensor& x, const std::optional<Limit>& low, \
                             const std::optional<Limit>& high,                                  \
                             const std::optional<MemoryConfig>& memory) {                       \
        check_gradient(#name, g, x);                                                            \
        return {multiply(g, within(x, low, high), std::nullopt, memory)};                       \
    }
TTNN_LIMITED(clamp_bw, float)
TTNN_LIMITED(clamp_bw, Tensor)
TTNN_LIMITED(clip_bw, float)
TTNN_LIMITED(clip_bw, Tensor)
#undef TTNN_LIMITED

std::vector<Tensor> repeat_bw(const Tensor& g, const Tensor& x, const Shape& times,
                              const std::optional<MemoryConfig>& memory) {
    TT_FATAL(times.rank() == x.logical_shape().rank() && g.logical_shape().rank() == times.rank(),
             "repeat_bw: {} repetitions for a tensor of shape {}", times, x.logical_shape());
    Tensor sum = g;
    for (int d = 0; d < static_cast<int>(times.rank()); d++) {
        TT_FATAL(g.logical_shape()[d] == times[d] * x.logical_shape()[d],
                 "repeat_bw: the gradient has shape {}, the input {}, repeated {} times",
                 g.logical_shape(), x.logical_shape(), times);
        if (times[d] == 1) continue;
        const auto parts = split(sum, std::int64_t{x.logical_shape()[d]}, d);
        sum = parts[0];
        for (std::size_t i = 1; i < parts.size(); i++) sum = add(sum, parts[i]);
    }
    return {placed(sum, memory)};
}

namespace table {
namespace {

double slope_of_lgamma(double x) {
    return (std::lgamma(x + 1e-4) - std::lgamma(x - 1e-4)) / 2e-4;
}
double inverse_erf(double y) {
    double x = 0;
    for (int i = 0; i < 60; i++)
        x -= (std::erf(x) - y) / (2 / std::sqrt(std::acos(-1.0)) * std::exp(-x * x));
    return x;
}
// Of order k + 1: a sum, the rest of it as an integral.
double slope_of_polygamma(double x, double k) {
    double sum = 0;
    const double power = -(k + 2);
    for (; x < 400; x++) sum += std::pow(x, power);
    sum += std::pow(x - 0.5, power + 1) / (k + 1);
    return (static_cast<int>(k) % 2 != 0 ? -1 : 1) * std::tgamma(k + 2) * sum;
}

#define TTNN_BACKWARD(op, gradient, derivative, from, to)                           \
    {.name = #op "_bw",                                                             \
     .run = [](const Tensor& g, const Tensor& x) { return op##_bw(g, x).front(); }, \
     .reference = []([[maybe_unused]] double x) -> double { return derivative; },   \
     .low = from,                                                                   \
     .high = to},
#define TTNN_BACKWARD_ONE(op, gradient, derivative, from, to, number)                       \
    {.name = #op "_bw",                                                                     \
     .run = [](const Tensor& g, const Tensor& x) { return op##_bw(g, x, number).front(); }, \
     .reference = []([[maybe_unused]] double x) -> double {                                 \
         [[maybe_unused]] const double p = number;                                          \
         return derivative;                                                                 \
     },                                                                                     \
     .low = from,                                                                           \
     .high = to},
#define TTNN_BACKWARD_TWO(op, gradient, derivative, from, to, first, second)                       \
    {.name = #op "_bw",                                                                            \
     .run = [](const Tensor& g, const Tensor& x) { return op##_bw(g, x, first, second).front(); }, \
     .reference = []([[maybe_unused]] double x) -> double {                                        \
         [[maybe_unused]] const double p = first, q = second;                                      \
         return derivative;                                                                        \
     },                                                                                            \
     .low = from,                                                                                  \
     .high = to},
#define TTNN_BACKWARD_INTO(op, derivative, from, to)                                 \
    {.name = #op "_bw",                                                              \
     .run = [](const Tensor& g, const Tensor& x) { return *op##_bw(g, x).front(); }, \
     .reference = []([[maybe_unused]] double x) -> double { return derivative; },    \
     .low = from,                                                                    \
     .high = to},
constexpr BackwardRow kBackward[] = {
#include "ttnn/operations/eltwise/unary_backward/numbers.inc"
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
#undef TTNN_BACKWARD_ONE
#undef TTNN_BACKWARD_TWO
#undef TTNN_BACKWARD_INTO

}  // namespace

std::span<const BackwardRow> backward() {
    return kBackward;
}

}  // namespace table
}  // namespace ttnn

// Gradients of operations with two and three operands.
#include "ttnn/operations/eltwise/binary_backward/binary_backward.hpp"

#include <cmath>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/backward.hpp"
#include "ttnn/operations/data_movement/clone/clone.hpp"
#include "ttnn/operations/data_movement/split/split.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/ternary/ternary.hpp"
#include "ttnn/operations/eltwise/ternary_backward/ternary_backward.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"
#include "ttnn/operations/eltwise/unary_backward/unary_backward.hpp"
#include "ttnn/table.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using eltwise::check_gradient;
using eltwise::placed;

namespace {

void check_pair(std::string_view op, const Tensor& g, const Tensor& a, const Tensor& b) {
    check_gradient(op, g, a);
    check_gradient(op, g, b);
}

// What a caller wants of two gradients.
struct Wanted {
    const std::vector<bool>& required;
    const std::optional<MemoryConfig>& memory;
    const std::optional<Tensor>&a, &b;
};

template <typename OfA, typename OfB>
Gradients both(std::string_view op, const Wanted& wanted, const OfA& of_a, const OfB& of_b) {
    TT_FATAL(wanted.required.size() == 2, "{}: are_required_outputs has {} entries, it needs 2", op,
             wanted.required.size());
    TT_FATAL(wanted.required[0] || wanted.required[1],
             "{}: no gradient is required, at least one has to be", op);
    Gradients made(2);
    if (wanted.required[0]) made[0] = placed(of_a(), wanted.memory, wanted.a);
    if (wanted.required[1]) made[1] = placed(of_b(), wanted.memory, wanted.b);
    return made;
}

// A quotient that was rounded does not change with its operands.
bool rounds(std::string_view op, const std::optional<std::string>& mode) {
    TT_FATAL(!mode || *mode == "None" || *mode == "trunc" || *mode == "floor",
             "{}: rounding mode is \"{}\", \"trunc\", \"floor\" and none are allowed", op,
             mode.value_or(""));
    return mode && *mode != "None";
}

}  // namespace

#define TTNN_BACKWARD_PAIR(name, of_a, of_b, ...)                                    \
    std::vector<Tensor> name##_bw(const Tensor& g, const Tensor& a, const Tensor& b, \
                                  const std::optional<MemoryConfig>& memory) {       \
        check_pair(#name "_bw", g, a, b);                                            \
        return {placed(of_a, memory), placed(of_b, memory)};                         \
    }
#include "ttnn/operations/eltwise/binary_backward/rows.inc"
#undef TTNN_BACKWARD_PAIR

std::vector<Tensor> remainder_bw(const Tensor& g, const Tensor& x, float,
                                 const std::optional<MemoryConfig>& memory) {
    check_gradient("remainder_bw", g, x);
    return {clone(g, std::nullopt, memory)};
}
std::vector<Tensor> fmod_bw(const Tensor& g, const Tensor& x, float,
                            const std::optional<MemoryConfig>& memory) {
    check_gradient("fmod_bw", g, x);
    return {clone(g, std::nullopt, memory)};
}

#define TTNN_WANTED                                                             \
    const std::vector<bool>&required, const std::optional<MemoryConfig>&memory, \
        const std::optional<Tensor>&into_a, const std::optional<Tensor>&into_b
#define TTNN_BOTH(name, of_a, of_b)                                            \
    check_pair(#name "_bw", g, a, b);                                          \
    return both(                                                               \
        #name "_bw", {required, memory, into_a, into_b}, [&] { return of_a; }, \
        [&] { return of_b; })

Gradients add_bw(const Tensor& g, const Tensor& a, const Tensor& b, TTNN_WANTED) {
    TTNN_BOTH(add, clone(g), clone(g));
}
Gradients sub_bw(const Tensor& g, const Tensor& a, const Tensor& b, TTNN_WANTED) {
    TTNN_BOTH(sub, clone(g), neg(g));
}
Gradients rsub_bw(const Tensor& g, const Tensor& a, const Tensor& b, TTNN_WANTED) {
    TTNN_BOTH(rsub, neg(g), clone(g));
}
Gradients mul_bw(const Tensor& g, const Tensor& a, const Tensor& b, TTNN_WANTED) {
    TTNN_BOTH(mul, multiply(g, b), multiply(g, a));
}
Gradients div_bw(const Tensor& g, const Tensor& a, const Tensor& b,
                 const std::optional<std::string>& rounding, TTNN_WANTED) {
    const bool flat = rounds("div_bw", rounding);
    TTNN_BOTH(div, flat ? multiply(g, 0.0f) : divide(g, b),
              flat ? multiply(g, 0.0f) : neg(divide(multiply(g, a), square(b))));
}
Gradients addalpha_bw(const Tensor& g, const Tensor& a, const Tensor& b, float alpha, TTNN_WANTED) {
    TTNN_BOTH(addalpha, clone(g), multiply(g, alpha));
}
Gradients subalpha_bw(const Tensor& g, const Tensor& a, const Tensor& b, float alpha, TTNN_WANTED) {
    TTNN_BOTH(subalpha, clone(g), multiply(g, -alpha));
}
Gradients assign_bw(const Tensor& g, const Tensor& a, const Tensor& b, TTNN_WANTED) {
    TTNN_BOTH(assign, clone(g), clone(g));
}

Gradients concat_bw(const Tensor& g, const Tensor& a, const Tensor& b, int dim, TTNN_WANTED) {
    const auto at =
        static_cast<int>(data_movement::dim_index("concat_bw", dim, g.logical_shape().rank()));
    TT_FATAL(g.logical_shape()[at] == a.logical_shape()[at] + b.logical_shape()[at],
             "concat_bw: the gradient {} is not as wide as {} and {} along dimension {}",
             g.logical_shape(), a.logical_shape(), b.logical_shape(), at);
    const auto parts =
        split(g, ttsl::SmallVector<std::int64_t>{a.logical_shape()[at], b.logical_shape()[at]}, at);
    return both(
        "concat_bw", {required, memory, into_a, into_b}, [&] { return parts[0]; },
        [&] { return parts[1]; });
}
#undef TTNN_WANTED
#undef TTNN_BOTH

#define TTNN_PLACED const std::optional<MemoryConfig>&memory, const std::optional<Tensor>&into
Gradients add_bw(const Tensor& g, const Tensor& x, float, TTNN_PLACED) {
    check_gradient("add_bw", g, x);
    return {placed(clone(g), memory, into)};
}
Gradients sub_bw(const Tensor& g, const Tensor& x, float, TTNN_PLACED) {
    check_gradient("sub_bw", g, x);
    return {placed(clone(g), memory, into)};
}
Gradients mul_bw(const Tensor& g, const Tensor& x, float number, TTNN_PLACED) {
    check_gradient("mul_bw", g, x);
    return {multiply(g, number, std::nullopt, memory, into)};
}
Gradients div_bw(const Tensor& g, const Tensor& x, float number,
                 const std::optional<std::string>& rounding, TTNN_PLACED) {
    check_gradient("div_bw", g, x);
    if (rounds("div_bw", rounding)) return {multiply(g, 0.0f, std::nullopt, memory, into)};
    return {divide(g, number, std::nullopt, memory, into)};
}
Gradients assign_bw(const Tensor& g, const Tensor& x, TTNN_PLACED) {
    check_gradient("assign_bw", g, x);
    return {placed(clone(g), memory, into)};
}
#undef TTNN_PLACED

std::vector<Tensor> bias_gelu_bw(const Tensor& g, const Tensor& a, const Tensor& b,
                                 const std::string& approximate,
                                 const std::optional<MemoryConfig>& memory) {
    check_pair("bias_gelu_bw", g, a, b);
    const Tensor gradient = *gelu_bw(g, add(a, b), approximate, memory).front();
    return {gradient, clone(gradient)};
}
std::vector<Tensor> bias_gelu_bw(const Tensor& g, const Tensor& a, float bias,
                                 const std::string& approximate,
                                 const std::optional<MemoryConfig>& memory) {
    check_gradient("bias_gelu_bw", g, a);
    return {*gelu_bw(g, add(a, bias), approximate, memory).front()};
}

// ---- three operands
// ------------------------------------------------------------------------------

std::vector<Tensor> addcmul_bw(const Tensor& g, const Tensor& x, const Tensor& a, const Tensor& b,
                               float value, const std::optional<MemoryConfig>& memory) {
    check_gradient("addcmul_bw", g, x);
    const Tensor scaled = multiply(g, value);
    return {clone(g, std::nullopt, memory), placed(multiply(scaled, b), memory),
            placed(multiply(scaled, a), memory)};
}
std::vector<Tensor> addcdiv_bw(const Tensor& g, const Tensor& x, const Tensor& a, const Tensor& b,
                               float value, const std::optional<MemoryConfig>& memory) {
    check_gradient("addcdiv_bw", g, x);
    const Tensor of_a = divide(multiply(g, value), b);
    return {clone(g, std::nullopt, memory), placed(of_a, memory),
            placed(neg(divide(multiply(of_a, a), b)), memory)};
}

std::vector<std::optional<Tensor>> where_bw(const Tensor& g, const Tensor& condition,
                                            const Tensor& a, const Tensor& b,
                                            const std::optional<MemoryConfig>& memory,
                                            const std::vector<bool>& required,
                                            const std::optional<Tensor>& into_a,
                                            const std::optional<Tensor>& into_b) {
    check_pair("where_bw", g, a, b);
    return both(
        "where_bw", {required, memory, into_a, into_b}, [&] { return where(condition, g, 0.0f); },
        [&] { return where(condition, 0.0f, g); });
}

std::vector<Tensor> lerp_bw(const Tensor& g, const Tensor& x, const Tensor& end,
                            const Tensor& weight, const std::optional<MemoryConfig>& memory) {
    check_pair("lerp_bw", g, x, end);
    return {placed(multiply(g, rsub(weight, 1.0f)), memory), placed(multiply(g, weight), memory),
            placed(multiply(g, subtract(end, x)), memory)};
}
std::vector<Tensor> lerp_bw(const Tensor& g, const Tensor& x, const Tensor& end, float weight,
                            const std::optional<MemoryConfig>& memory) {
    check_pair("lerp_bw", g, x, end);
    return {placed(multiply(g, 1 - weight), memory), placed(multiply(g, weight), memory)};
}

namespace table {
namespace {

#define TTNN_BACKWARD_PAIR(op, of_a, of_b, slope_a, slope_b, from_a, to_a, from_b, to_b)        \
    {.name = #op "_bw",                                                                         \
     .run = [](const Tensor& g, const Tensor& a, const Tensor& b) { return op##_bw(g, a, b); }, \
     .by_a = []([[maybe_unused]] double a, [[maybe_unused]] double b) -> double {               \
         return slope_a;                                                                        \
     },                                                                                         \
     .by_b = []([[maybe_unused]] double a, [[maybe_unused]] double b) -> double {               \
         return slope_b;                                                                        \
     },                                                                                         \
     .low_a = from_a,                                                                           \
     .high_a = to_a,                                                                            \
     .low_b = from_b,                                                                           \
     .high_b = to_b},
constexpr PairBackwardRow kPairs[] = {
#include "ttnn/operations/eltwise/binary_backward/rows.inc"
};
#undef TTNN_BACKWARD_PAIR

}  // namespace

std::span<const PairBackwardRow> pair_backward() {
    return kPairs;
}

}  // namespace table
}  // namespace ttnn

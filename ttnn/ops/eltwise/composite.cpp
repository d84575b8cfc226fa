// Forms of element-wise operations beyond the tables, made of rows.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/bcast/bcast.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/data_movement/unsqueeze/unsqueeze.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/ternary/ternary.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using operations::unary::ScalarVariant;

namespace eltwise {
namespace {

const table::BinaryRow& binary_row(std::string_view name) {
    return *std::ranges::find(table::binary(), name, &table::BinaryRow::name);
}

std::string_view quotient_row(const std::optional<std::string>& rounding) {
    if (!rounding) return "divide";
    TT_FATAL(*rounding == "trunc" || *rounding == "floor",
             "div: rounding mode is \"{}\", \"trunc\", \"floor\" and none are allowed", *rounding);
    return *rounding == "trunc" ? "div_trunc" : "floor_div";
}

template <typename Divisor>
Tensor quotient(const Tensor& a, const Divisor& b, bool fast,
                const std::optional<std::string>& rounding, const Wishes& wishes) {
    TT_FATAL(!fast || a.dtype() != DataType::INT32,
             "div: fast and approximate mode is not supported for INT32");
    TT_FATAL(a.dtype() != DataType::UINT16 && a.dtype() != DataType::UINT8,
             "div: dtype {} is not supported for binary operation div", a.dtype());
    const auto& row = binary_row(quotient_row(rounding));
    bool direct = is_floating_point(a.dtype()) || rounding;
    if constexpr (std::is_same_v<Divisor, Tensor>) direct = direct || is_floating_point(b.dtype());
    if (direct) return binary(row, a, b, wishes);
    const Tensor real = typecast(a, DataType::FLOAT32);
    if constexpr (std::is_same_v<Divisor, Tensor>)
        return binary(row, real, typecast(b, DataType::FLOAT32), wishes);
    else
        return binary(row, real, ScalarVariant(static_cast<float>(number(b))), wishes);
}

double limit(const ClampLimit& given, double otherwise) {
    if (!given) return otherwise;
    return std::visit([](auto v) { return static_cast<double>(v); }, *given);
}

void check_limits(bool min, bool max) {
    TT_FATAL(min || max, "Only one of 'min' or 'max' can be None. Please provide one value");
}

}  // namespace
}  // namespace eltwise

#define TTNN_ARGUMENTS                                                                   \
    bool fast, const std::optional<std::string>&rounding, const OptionalDataType &dtype, \
        const std::optional<MemoryConfig>&memory, const std::optional<Tensor>&output,    \
        Activations post, Activations lhs, Activations rhs,                              \
        const std::optional<CoreRangeSet>&cores, const std::optional<SubDeviceId>&sub_device
#define TTNN_WISHES {dtype, memory, output, post, lhs, rhs, cores, sub_device}

Tensor div(const Tensor& a, const Tensor& b, TTNN_ARGUMENTS) {
    return eltwise::quotient(a, b, fast, rounding, TTNN_WISHES);
}
Tensor div(const Tensor& a, ScalarVariant b, TTNN_ARGUMENTS) {
    return eltwise::quotient(a, b, fast, rounding, TTNN_WISHES);
}

Tensor pow(float base, const Tensor& exponent, const OptionalDataType& dtype,
           const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    const Tensor result = rpow(exponent, base, memory, dtype ? std::nullopt : output);
    return dtype ? typecast(result, *dtype, memory, output) : result;
}

Tensor isclose(const Tensor& a, const Tensor& b, float rtol, float atol, bool equal_nan,
               const std::optional<MemoryConfig>& memory) {
    for (const Tensor* one : {&a, &b})
        TT_FATAL(is_floating_point(one->dtype()) || one->dtype() == DataType::INT32,
                 "isclose: dtype {} is not supported for binary operation isclose", one->dtype());
    // The tolerances are constants of the kernel: few programs have many of them.
    const std::string tile =
        fmt::format("isclose_binary_tile<{}>(0, 1, 0, {:#x}u, {:#x}u)", equal_nan,
                    std::bit_cast<std::uint32_t>(rtol), std::bit_cast<std::uint32_t>(atol));
    const table::BinaryRow row{.name = "isclose",
                               .header = "isclose.h",
                               .init = "isclose_binary_tile_init()",
                               .tile = tile,
                               .short_dst = true};
    if (is_floating_point(a.dtype()) && is_floating_point(b.dtype()))
        return eltwise::binary(row, a, b, {.memory = memory});
    const Tensor close = eltwise::binary(row, typecast(a, DataType::FLOAT32),
                                         typecast(b, DataType::FLOAT32), {.memory = memory});
    return typecast(close, a.dtype());
}

Tensor addalpha(const Tensor& a, const Tensor& b, float alpha,
                const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    return add(a, multiply(b, alpha), std::nullopt, memory, output);
}
Tensor subalpha(const Tensor& a, const Tensor& b, float alpha,
                const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    return subtract(a, multiply(b, alpha), std::nullopt, memory, output);
}

Tensor polyval(const Tensor& x, const std::vector<float>& coefficients,
               const std::optional<MemoryConfig>& memory) {
    TT_FATAL(!coefficients.empty(), "polyval: coeffs must not be empty");
    if (coefficients.size() == 1) return fill(x, coefficients[0], memory);
    Tensor result = mac(x, coefficients[0], coefficients[1], memory);
    for (std::size_t i = 2; i < coefficients.size(); i++)
        result = mac(result, x, coefficients[i], memory);
    return result;
}

Tensor prelu(const Tensor& x, ScalarVariant weight, const std::optional<MemoryConfig>& memory) {
    return prelu_sfpu(x, static_cast<float>(eltwise::number(weight)), memory);
}
Tensor prelu(const Tensor& x, const std::array<float, 1>& weight,
             const std::optional<MemoryConfig>& memory) {
    return prelu_sfpu(x, weight[0], memory);
}
Tensor prelu(const Tensor& x, const Tensor& weight, const std::optional<MemoryConfig>& memory) {
    const auto& shape = x.logical_shape();
    TT_FATAL(shape.rank() >= 2, "prelu: the input has rank {}, at least 2 is needed", shape.rank());
    TT_FATAL(weight.logical_volume() == shape[1] || weight.logical_volume() == 1,
             "prelu: the weight has {} elements, the second dimension has {}",
             weight.logical_volume(), shape[1]);
    ttsl::SmallVector<std::uint32_t> dims(shape.rank(), 1);
    dims[1] = static_cast<std::uint32_t>(weight.logical_volume());
    const Tensor slopes = ttnn::reshape(weight, tt::tt_metal::Shape(dims));
    return where(ltz(x), multiply(x, slopes), x, memory);
}

Tensor logical_left_shift(const Tensor& a, const Tensor& b,
                          const std::optional<MemoryConfig>& memory,
                          const std::optional<Tensor>& output) {
    return bitwise_left_shift(a, b, memory, output);
}
Tensor logical_left_shift(const Tensor& a, std::int32_t b,
                          const std::optional<MemoryConfig>& memory,
                          const std::optional<Tensor>& output) {
    return bitwise_left_shift(a, b, memory, output);
}

Tensor outer(const Tensor& a, const Tensor& b, const std::optional<MemoryConfig>& memory) {
    TT_FATAL(a.logical_shape().rank() >= 1 && b.logical_shape().rank() >= 1,
             "ttnn.outer: inputs must be at least 1D, but got shapes {} and {}", a.logical_shape(),
             b.logical_shape());
    TT_FATAL(a.dtype() == b.dtype(),
             "ttnn.outer: inputs must have the same dtype, but got {} and {}", a.dtype(),
             b.dtype());
    TT_FATAL(a.dtype() != DataType::UINT16 && a.dtype() != DataType::UINT8,
             "ttnn.outer: unsupported dtype (got {}); BFLOAT16, BFLOAT8_B, FLOAT32, INT32 and "
             "UINT32 are allowed",
             a.dtype());
    return multiply(unsqueeze(a, -1), unsqueeze(b, -2), std::nullopt, memory);
}

// The bits of neighbours differ by one of the last place, away from zero or towards it.
Tensor nextafter(const Tensor& a, const Tensor& b, const std::optional<MemoryConfig>& memory) {
    TT_FATAL(a.dtype() == b.dtype() &&
                 (a.dtype() == DataType::BFLOAT16 || a.dtype() == DataType::FLOAT32),
             "nextafter: the inputs are {} and {}, two of BFLOAT16 or two of FLOAT32 are allowed",
             a.dtype(), b.dtype());
    const Tensor x = typecast(a, DataType::FLOAT32);
    const Tensor towards = sign(subtract(typecast(b, DataType::FLOAT32), x));
    const Tensor outwards = multiply(towards, where(ltz(x), -1.0f, 1.0f));
    const float last = a.dtype() == DataType::FLOAT32 ? 1.0f : 65536.0f;
    const Tensor bits =
        add(bitcast(x, DataType::INT32), typecast(multiply(outwards, last), DataType::INT32));
    const Tensor moved = typecast(bitcast(bits, DataType::FLOAT32), a.dtype());
    return memory ? to_memory_config(moved, *memory) : moved;
}

Tensor bcast(const Tensor& a, const Tensor& b, BcastOpMath op, BcastOpDim dim,
             const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    const auto extent = [&](int d) {
        return b.logical_shape().rank() < static_cast<std::size_t>(-d) ? 1 : b.logical_shape()[d];
    };
    TT_FATAL(dim == BcastOpDim::W || extent(-2) == 1,
             "bcast: input_b has {} rows, one is broadcast over height", extent(-2));
    TT_FATAL(dim == BcastOpDim::H || extent(-1) == 1,
             "bcast: input_b has {} columns, one is broadcast over width", extent(-1));
    if (op == BcastOpMath::ADD) return add(a, b, std::nullopt, memory, output);
    if (op == BcastOpMath::SUB) return subtract(a, b, std::nullopt, memory, output);
    return multiply(a, b, std::nullopt, memory, output);
}

Tensor clamp(const Tensor& x, ClampLimit min, ClampLimit max,
             const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    eltwise::check_limits(min.has_value(), max.has_value());
    const bool real = is_floating_point(x.dtype());
    TT_FATAL(real || x.dtype() == DataType::INT32, "clamp: data type {} is not supported",
             x.dtype());
    const double low = real ? -std::numeric_limits<double>::infinity()
                            : std::numeric_limits<std::int32_t>::min() + 1;
    const double high =
        real ? std::numeric_limits<double>::infinity() : std::numeric_limits<std::int32_t>::max();
    return eltwise::unary("clamp", eltwise::form("clamp", x.dtype()), x,
                          {eltwise::limit(min, low), eltwise::limit(max, high)}, memory, output,
                          std::nullopt);
}
Tensor clamp(const Tensor& x, const std::optional<Tensor>& min, const std::optional<Tensor>& max,
             const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    eltwise::check_limits(min.has_value(), max.has_value());
    if (!max) return maximum(x, *min, std::nullopt, memory, output);
    return minimum(min ? maximum(x, *min) : x, *max, std::nullopt, memory, output);
}
Tensor clip(const Tensor& x, ClampLimit min, ClampLimit max,
            const std::optional<MemoryConfig>& memory) {
    return clamp(x, min, max, memory);
}
Tensor clip(const Tensor& x, const std::optional<Tensor>& min, const std::optional<Tensor>& max,
            const std::optional<MemoryConfig>& memory) {
    return clamp(x, min, max, memory);
}

Tensor logit(const Tensor& x, std::optional<float> eps, const std::optional<MemoryConfig>& memory) {
    TT_FATAL(is_floating_point(x.dtype()), "logit: data type {} is not supported", x.dtype());
    const Tensor inside = eps ? clamp(x, ClampLimit(*eps), ClampLimit(1 - *eps)) : x;
    return eltwise::unary("logit", {"unary_operations.h", ";", "logit()"}, inside, {}, memory,
                          std::nullopt, std::nullopt);
}

Tensor rdiv(const Tensor& x, float value, const std::optional<std::string>& rounding,
            const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    TT_FATAL(is_floating_point(x.dtype()), "rdiv: data type {} is not supported", x.dtype());
    TT_FATAL(!rounding || *rounding == "trunc" || *rounding == "floor",
             "rdiv: rounding mode is \"{}\", \"trunc\", \"floor\" and none are allowed",
             rounding.value_or(""));
    const std::string mode = !rounding ? "None" : *rounding == "trunc" ? "Trunc" : "Floor";
    const std::string tile = fmt::format("rdiv_tile<RoundingMode::{}>(dst, p[0])", mode);
    return eltwise::unary("rdiv", {"eltwise_unary/rdiv.h", "rdiv_tile_init()", tile}, x, {value, 0},
                          memory, output, std::nullopt);
}

// Of order four.
Tensor multigammaln(const Tensor& x, const std::optional<MemoryConfig>& memory) {
    Tensor sum = lgamma(x);
    for (const float off : {0.5f, 1.0f, 1.5f}) sum = add(sum, lgamma(subtract(x, off)));
    return add(sum, static_cast<float>(3 * std::log(std::acos(-1.0))), std::nullopt, memory);
}

Tensor logical_not_(const Tensor& x, const std::optional<MemoryConfig>&) {
    return logical_not(x, std::nullopt, x);
}

namespace {

const ReductionDims kLastTwo = ttsl::SmallVector<int>{-2, -1};

Tensor normalized(const Tensor& x, const ReductionDims& dims,
                  const std::optional<MemoryConfig>& memory) {
    const Tensor centred = subtract(x, mean(x, dims, true));
    const Tensor spread = std(x, dims, true, std::nullopt, std::nullopt, 1.0f, false);
    return multiply(centred, reciprocal(spread), std::nullopt, memory);
}

}  // namespace

Tensor var_hw(const Tensor& x, const std::optional<MemoryConfig>& memory) {
    return var(x, kLastTwo, true, memory, std::nullopt, 1.0f, false);
}
Tensor std_hw(const Tensor& x, const std::optional<MemoryConfig>& memory) {
    return std(x, kLastTwo, true, memory, std::nullopt, 1.0f, false);
}
Tensor normalize_hw(const Tensor& x, const std::optional<MemoryConfig>& memory) {
    return normalized(x, kLastTwo, memory);
}
Tensor normalize_global(const Tensor& x, const std::optional<MemoryConfig>& memory) {
    return normalized(x, std::nullopt, memory);
}

}  // namespace ttnn

// Files are compiled together.
#undef TTNN_ARGUMENTS
#undef TTNN_WISHES

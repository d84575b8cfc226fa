// sum, mean, max, min, std and var: what callers may ask for, on top of the engine.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/reduction/reduce.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace reduction {
namespace {

std::vector<int> dim_list(const ReductionDims& dims, const tt::tt_metal::Shape& shape) {
    std::vector<int> list(shape.rank());
    std::iota(list.begin(), list.end(), 0);
    if (!dims) return list;
    if (const auto* many = std::get_if<ttsl::SmallVector<int>>(&*dims))
        return many->empty() ? list : std::vector<int>(many->begin(), many->end());
    if (const auto* one = std::get_if<int>(&*dims)) return {*one};
    return {static_cast<int>(std::get<std::int64_t>(*dims))};
}

std::uint64_t reduced_volume(const tt::tt_metal::Shape& shape, const Reduced& reduced) {
    std::uint64_t volume = 1;
    for (std::size_t i = 0; i < shape.rank(); i++)
        if (reduced[reduced.size() - shape.rank() + i]) volume *= shape[static_cast<int>(i)];
    return volume;
}

tt::tt_metal::Shape without(const tt::tt_metal::Shape& shape, const Reduced& reduced) {
    ttsl::SmallVector<std::uint32_t> dims;
    for (std::size_t i = 0; i < shape.rank(); i++)
        if (!reduced[reduced.size() - shape.rank() + i]) dims.push_back(shape[static_cast<int>(i)]);
    return tt::tt_metal::Shape(dims);
}

// A call with everything that it says brought into one form.
struct Call {
    std::string_view op;
    Kind kind;
    const Tensor& input;
    const ReductionDims& dims;
    bool keepdim;
    std::optional<MemoryConfig> memory;
    float scalar;
    std::optional<CoreRangeSet> cores;
    std::optional<Layout> layout = std::nullopt;

    Reduced reduced() const {
        return reduced_dims(op, input.logical_shape(), dim_list(dims, input.logical_shape()));
    }
};

// What there is of nothing: neutral elements, or nothing.
Tensor of_nothing(const Call& call, const Reduced& reduced, double value) {
    const auto shape = kept_shape(call.input.logical_shape(), reduced);
    return full(shape, static_cast<float>(value), call.input.dtype(), Layout::TILE,
                *call.input.device(), call.memory.value_or(DRAM_MEMORY_CONFIG));
}

Tensor shaped(const Call& call, const Tensor& kept, const Reduced& reduced) {
    if (call.keepdim) return kept;
    return ttnn::reshape(kept, without(call.input.logical_shape(), reduced));
}

// ROW_MAJOR stays where upstream reduces rows as they are.
Layout layout_of(const Call& call, const Reduced& reduced) {
    if (call.layout) return *call.layout;
    const Tensor& input = call.input;
    const bool dense = input.layout() == Layout::ROW_MAJOR && input.logical_shape().rank() == 4 &&
                       !input.is_sharded() && call.kind == Kind::sum &&
                       (input.dtype() == DataType::BFLOAT16 || input.dtype() == DataType::FLOAT32);
    const bool one = std::ranges::count(reduced, true) == 1 && (reduced[2] || reduced[3]);
    return dense && one ? Layout::ROW_MAJOR : Layout::TILE;
}

// Rows of a ROW_MAJOR tensor follow each other in memory, so that those of all its matrices are one
// matrix: a view, with up to 32 times fewer tiles. A dimension of 1 has nothing to reduce.
bool is_one_matrix(const Call& call, const Reduced& reduced) {
    const auto& shape = call.input.logical_shape();
    if (call.input.layout() != Layout::ROW_MAJOR || call.input.is_sharded() || shape.rank() < 3)
        return false;
    for (std::size_t i = 0; i + 1 < shape.rank(); i++)
        if (reduced[i] && shape[static_cast<int>(i)] != 1) return false;
    return true;
}

Tensor run_rows(const Call& call, const Reduced& reduced, const Wish& wish) {
    const std::uint32_t width = call.input.logical_shape()[-1];
    const auto rows = static_cast<std::uint32_t>(call.input.logical_volume() / width);
    const Tensor matrix = ttnn::reshape(call.input, tt::tt_metal::Shape({rows, width}));
    return reduce(call.op, call.kind, ttnn::to_layout(matrix, Layout::TILE),
                  {false, reduced.back()}, wish);
}

Tensor run(const Call& call, double factor, double nothing) {
    eltwise::need_device(call.op, call.input);
    const Reduced reduced = call.reduced();
    TT_FATAL(is_floating_point(call.input.dtype()) || factor == 1,
             "{}: data type {} is not supported with a scalar other than 1", call.op,
             call.input.dtype());
    const Layout layout = layout_of(call, reduced);
    if (call.input.logical_volume() == 0)
        return ttnn::to_layout(shaped(call, of_nothing(call, reduced, nothing), reduced), layout);
    const Wish wish{
        .factor = static_cast<float>(factor), .memory = call.memory, .cores = call.cores};
    if (is_one_matrix(call, reduced)) {
        // Rows of one number are many tiles, or as many rows: the fewer of both are given their
        // shape.
        const auto kept = kept_shape(call.input.logical_shape(), reduced);
        Tensor result = run_rows(call, reduced, wish);
        if (layout == Layout::ROW_MAJOR && call.keepdim) result = ttnn::to_layout(result, layout);
        result = ttnn::reshape(result,
                               call.keepdim ? kept : without(call.input.logical_shape(), reduced));
        return ttnn::to_layout(result, layout);
    }
    const Tensor tiles = ttnn::to_layout(call.input, Layout::TILE);
    return ttnn::to_layout(shaped(call, reduce(call.op, call.kind, tiles, reduced, wish), reduced),
                           layout);
}

// Twice over the tensor: what is left of it without its mean, squared.
Tensor variance(const Call& call, bool correction, bool root) {
    eltwise::need_device(call.op, call.input);
    TT_FATAL(is_floating_point(call.input.dtype()), "{}: data type {} is not supported", call.op,
             call.input.dtype());
    const Reduced reduced = call.reduced();
    const auto count = static_cast<double>(reduced_volume(call.input.logical_shape(), reduced));
    const double divisor = count - (correction ? 1 : 0);
    if (call.input.logical_volume() == 0 || divisor <= 0)
        return shaped(
            call,
            of_nothing(call, reduced, divisor <= 0 ? std::numeric_limits<double>::quiet_NaN() : 0),
            reduced);
    const Tensor tiles = ttnn::to_layout(call.input, Layout::TILE);
    const Tensor mean = reduce(
        call.op, Kind::sum, tiles, reduced,
        {.factor = static_cast<float>(1 / count), .dtype = DataType::FLOAT32, .cores = call.cores});
    const Tensor squares = squared_difference(tiles, mean, DataType::FLOAT32);
    const auto factor = static_cast<float>((root ? 1 : call.scalar) / divisor);
    Tensor result = reduce(call.op, Kind::sum, squares, reduced,
                           {.factor = factor,
                            .dtype = root ? DataType::FLOAT32 : call.input.dtype(),
                            .memory = call.memory,
                            .cores = call.cores});
    if (root) result = multiply(sqrt(result), call.scalar, call.input.dtype(), call.memory);
    return shaped(call, result, reduced);
}

}  // namespace
}  // namespace reduction

#define TTNN_REDUCTION                                                                             \
    const Tensor &input, const ReductionDims &dims, bool keepdim,                                  \
        const std::optional<MemoryConfig>&memory, const std::optional<DeviceComputeKernelConfig>&, \
        float scalar, [[maybe_unused]] bool correction, const std::optional<CoreRangeSet>&cores
#define TTNN_CALL(op, kind) {op, reduction::Kind::kind, input, dims, keepdim, memory, scalar, cores}

Tensor sum(TTNN_REDUCTION, const std::optional<Layout>& output_layout) {
    reduction::Call call TTNN_CALL("sum", sum);
    call.layout = output_layout;
    return reduction::run(call, scalar, 0);
}
Tensor mean(TTNN_REDUCTION, bool, const std::optional<Layout>& output_layout) {
    reduction::Call call TTNN_CALL("mean", sum);
    call.layout = output_layout;
    TT_FATAL(is_floating_point(input.dtype()), "mean: data type {} is not supported",
             input.dtype());
    const auto count = reduction::reduced_volume(input.logical_shape(), call.reduced());
    return reduction::run(call, scalar / static_cast<double>(std::max<std::uint64_t>(count, 1)),
                          std::numeric_limits<double>::quiet_NaN());
}
Tensor max(TTNN_REDUCTION, bool) {
    return reduction::run(TTNN_CALL("max", max), scalar,
                          reduction::neutral(reduction::Kind::max, input.dtype()));
}
Tensor min(TTNN_REDUCTION) {
    return reduction::run(TTNN_CALL("min", min), scalar,
                          reduction::neutral(reduction::Kind::min, input.dtype()));
}
Tensor std(TTNN_REDUCTION) {
    return reduction::variance(TTNN_CALL("std", sum), correction, true);
}
Tensor var(TTNN_REDUCTION) {
    return reduction::variance(TTNN_CALL("var", sum), correction, false);
}

}  // namespace ttnn

// Files are compiled together.
#undef TTNN_REDUCTION
#undef TTNN_CALL

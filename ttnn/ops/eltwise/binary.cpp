// Binary operations: the table, broadcasting, and the functions that come from the table.
#include "ttnn/operations/eltwise/binary/binary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/broadcast.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using operations::unary::ScalarVariant;

namespace table {
namespace {

#define TTNN_REF(...) [](double x, double y) -> double { return __VA_ARGS__; }
#define TTNN_BITS(...)                                                                 \
    [](double x, double y) -> double {                                                 \
        const auto a = static_cast<std::int32_t>(x), b = static_cast<std::int32_t>(y); \
        return static_cast<double>(__VA_ARGS__);                                       \
    }
#define TTNN_SHAPE_COMMON .has_dtype = true
#define TTNN_SHAPE_FAST .has_dtype = true, .has_fast = true
#define TTNN_SHAPE_BITS .has_dtype = false
#define TTNN_BINARY(op, args, ...) BinaryRow{.name = #op, TTNN_SHAPE_##args, __VA_ARGS__},
constexpr BinaryRow kBinary[] = {
#include "ttnn/operations/eltwise/binary/rows.inc"
};
#undef TTNN_BINARY

enum BinaryPlace : std::size_t {
#define TTNN_BINARY(op, ...) k_##op,
#include "ttnn/operations/eltwise/binary/rows.inc"
#undef TTNN_BINARY
};

}  // namespace

std::span<const BinaryRow> binary() {
    return kBinary;
}

Code BinaryRow::code(DataType dtype) const {
    if (is_floating_point(dtype)) return {header, init, tile, short_dst};
    if (dtype == DataType::UINT32 && !tile_uint32.empty())
        return {header_int, init_uint32, tile_uint32};
    const bool wide = dtype == DataType::INT32 || dtype == DataType::UINT32;
    const bool narrow = dtype == DataType::UINT16 || (bytes && dtype == DataType::UINT8);
    const bool known = int32_only ? dtype == DataType::INT32 : wide || narrow;
    return known ? Code{header_int, init_int, tile_int} : Code{};
}

}  // namespace table

namespace eltwise {
namespace {

// Which numbers of Args pass through to the compute kernel.
struct BinaryOp {
    static constexpr std::string_view name = "binary";
    struct Args {
        std::string_view op;
        table::Code code;
        bool with_number;
        DataType dtype;
        MemoryConfig memory;
        std::optional<CoreRangeSet> cores;
        Live<std::uint32_t> number;
    };

    static void validate(const Args& args, Inputs in) {
        TT_FATAL(!args.code.tile.empty(), "{}: dtype {} is not supported for binary operation {}",
                 args.op, in[0].dtype(), args.op);
        for (std::size_t i = 0; i < in.size(); i++)
            TT_FATAL(in[i].layout() == Layout::TILE,
                     "{}: input tensor {} must be in TILE layout, it is in {}", args.op, i,
                     in[i].layout());
        if (in.size() == 2) check_types(args, in[0].dtype(), in[1].dtype());
    }

    static void check_types(const Args& args, DataType a, DataType b) {
        const bool mixed = a != b;
        TT_FATAL(!mixed || (is_floating_point(a) && is_floating_point(b)),
                 "{}: Mixed dtype is not supported for binary operation {}: {} and {}", args.op,
                 args.op, a, b);
    }

    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const auto shape =
            in.size() == 2 ? broadcast_shape(args.op, in[0].logical_shape(), in[1].logical_shape())
                           : in[0].logical_shape();
        return {spec_like(shape, args.dtype, Layout::TILE, args.memory)};
    }

    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);

    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        if (!args.with_number) return {};
        return {{kCompute, {}, 0, args.number, true}};
    }
};

KernelDescriptor pair_reader(const Tensor& a, const Tensor& b, const Walk& walk,
                             const program::Split& split) {
    KernelDescriptor kernel = program::data_mover("kernels/read_pairs.cpp", true, split.cores);
    KernelDescriptor::RTArgList args;
    args.push_back(a.buffer());
    args.push_back(b.buffer());
    args.append({program::tile_bytes(a.dtype()), program::tile_bytes(b.dtype()), program::kBatch});
    for (const WalkDim& dim : walk.dims) args.append({dim.extent, dim.stride_a, dim.stride_b});
    for (const Tensor* tensor : {&a, &b}) program::append_late(kernel, args, *tensor);
    kernel.emplace_common_runtime_args(args);
    for (const program::Share& share : split.shares)
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
    return kernel;
}

// Of all rows that take this type.
std::vector<table::Code> pair_codes_for(DataType dtype) {
    std::vector<table::Code> codes;
    for (const table::BinaryRow& row : table::binary())
        if (row.takes(dtype)) codes.push_back(row.code(dtype));
    return codes;
}

// How the kernel takes its operands; b may be missing.
std::uint32_t how_word(const Tensor& a, const Tensor* b, const tt::tt_metal::Shape& shape) {
    const auto broadcast = [&](const Tensor* tensor) {
        return tensor == nullptr
                   ? 0
                   : static_cast<std::uint32_t>(broadcast_of(tensor->logical_shape(), shape));
    };
    const bool mixed = b != nullptr && a.dtype() != b->dtype();
    const bool steady = broadcast(&a) == 0 && broadcast(b) == 0 && !mixed;
    return broadcast(&a) | broadcast(b) << 2 | (mixed ? 16U : 0U) | (b == nullptr ? 32U : 0U) |
           (steady ? 64U : 0U);
}

ProgramDescriptor BinaryOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace program;
    const Tensor &a = in[0], &result = out[0];
    const Tensor* b = in.size() == 2 ? &in[1] : nullptr;
    const Split split = program::split(*a.device(), tiles_of(result), args.cores);
    std::vector<std::pair<std::uint8_t, DataType>> formats{{0, a.dtype()}};
    if (b != nullptr) formats.emplace_back(1, b->dtype());
    KernelDescriptor math = compute("kernels/binary.cpp", split.cores, formats, result.dtype());
    const std::uint32_t which = tell(math, args.code, pair_codes_for(a.dtype()), a.dtype());
    shorten_dst(math, args.code,
                {a.dtype(), b != nullptr ? b->dtype() : a.dtype(), result.dtype()});
    math.emplace_common_runtime_args(
        {args.number.value, how_word(a, b, result.logical_shape()), which});
    for (const Share& share : split.shares) math.emplace_runtime_args(share.core, {share.count});

    ProgramDescriptor program;
    program.cbs = {tile_buffer(0, a.dtype(), split.cores),
                   tile_buffer(16, result.dtype(), split.cores)};
    if (b != nullptr) program.cbs.push_back(tile_buffer(1, b->dtype(), split.cores));
    program.kernels = {b != nullptr ? pair_reader(a, *b, walk_of(a, *b, result), split)
                                    : page_reader(0, a, tile_bytes(a.dtype()), kBatch, split),
                       page_writer(16, result, tile_bytes(result.dtype()), kBatch, split),
                       std::move(math)};
    return program;
}

Tensor with(const Tensor& tensor, Activations activations,
            const std::optional<CoreRangeSet>& cores) {
    if (activations.empty()) return tensor;
    return unary_chain(tensor, {activations.begin(), activations.end()}, std::nullopt, std::nullopt,
                       cores);
}

BinaryOp::Args args_of(const table::BinaryRow& row, const Tensor& a, const Wishes& wishes,
                       const tt::tt_metal::Shape& shape) {
    const MemoryConfig& memory = wishes.output   ? wishes.output->memory_config()
                                 : wishes.memory ? *wishes.memory
                                                 : a.memory_config();
    const DataType dtype = wishes.dtype    ? *wishes.dtype
                           : wishes.output ? wishes.output->dtype()
                                           : a.dtype();
    return {row.name,
            row.code(a.dtype()),
            false,
            dtype,
            data_movement::result_memory(memory, a, shape),
            wishes.cores,
            0};
}

void check(const table::BinaryRow& row, const Wishes& wishes, bool row_major) {
    TT_FATAL(!wishes.cores || !wishes.sub_device,
             "{}: Cannot specify both sub_core_grids and sub_device_id", row.name);
    TT_FATAL(!wishes.dtype || !wishes.output || *wishes.dtype == wishes.output->dtype(),
             "{}: If both output dtype and output tensor are provided their dtypes should match",
             row.name);
    TT_FATAL(!row_major || !wishes.output,
             "{}: Optional output tensor with Row Major input is not supported", row.name);
}

// Between real numbers the data type of the result is made on the way out of the compute kernel;
// other changes are a conversion of their own, into the output tensor if there is one.
bool packs(const Tensor& a, const Wishes& wishes) {
    const DataType dtype = wishes.dtype    ? *wishes.dtype
                           : wishes.output ? wishes.output->dtype()
                                           : a.dtype();
    return dtype == a.dtype() || (is_floating_point(dtype) && is_floating_point(a.dtype()));
}

Wishes before_cast(const Tensor& a, Wishes wishes) {
    if (packs(a, wishes)) return wishes;
    return {.memory = wishes.memory, .cores = wishes.cores};
}

Tensor in_type(const Tensor& result, const Tensor& a, const Wishes& wishes) {
    if (packs(a, wishes)) return result;
    const DataType dtype = wishes.output ? wishes.output->dtype() : *wishes.dtype;
    const bool to_short = dtype == DataType::UINT16 && result.dtype() == DataType::FLOAT32;
    return typecast(to_short ? typecast(result, DataType::BFLOAT16) : result, dtype, wishes.memory,
                    wishes.output);
}

// Activations make a tensor of their own, which has to go where the result was wanted.
Tensor finished(const Tensor& raw, const Tensor& a, const Wishes& wishes) {
    Tensor result = in_type(with(raw, wishes.post, wishes.cores), a, wishes);
    const bool elsewhere =
        wishes.output && result.buffer()->address() != wishes.output->buffer()->address();
    if (!elsewhere) return result;
    return to_memory_config(result, wishes.output->memory_config(), std::nullopt, wishes.output);
}

// An operand beside a real one, which it becomes like.
Tensor promoted(const table::BinaryRow& row, const Tensor& tensor, const Tensor& other) {
    const bool whole = tensor.dtype() == DataType::INT32 || tensor.dtype() == DataType::UINT32;
    if (!row.promotes || !whole || !is_floating_point(other.dtype())) return tensor;
    return typecast(tensor,
                    other.dtype() == DataType::FLOAT32 ? DataType::FLOAT32 : DataType::BFLOAT16);
}

// A part of the device is its cores.
Wishes on_cores(const Tensor& tensor, Wishes wishes) {
    if (wishes.sub_device)
        wishes.cores =
            tensor.device()->worker_cores(HalProgrammableCoreType::TENSIX, *wishes.sub_device);
    return wishes;
}

}  // namespace

Tensor binary(const table::BinaryRow& row, const Tensor& lhs, const Tensor& rhs,
              const Wishes& asked) {
    need_device(row.name, lhs);
    need_device(row.name, rhs);
    const bool all_rows = lhs.layout() == Layout::ROW_MAJOR && rhs.layout() == Layout::ROW_MAJOR;
    check(row, asked, all_rows);
    const Wishes wishes = on_cores(lhs, asked);
    const Tensor a =
        with(ttnn::to_layout(promoted(row, lhs, rhs), Layout::TILE), wishes.lhs, wishes.cores);
    const Tensor b =
        with(ttnn::to_layout(promoted(row, rhs, lhs), Layout::TILE), wishes.rhs, wishes.cores);
    // Where a does not lie as the result will, the result is interleaved.
    Wishes mine = before_cast(a, wishes);
    const auto shape = broadcast_shape(row.name, a.logical_shape(), b.logical_shape());
    if (!mine.memory && !mine.output && a.is_sharded() && shape != a.logical_shape())
        mine.memory =
            MemoryConfig(TensorMemoryLayout::INTERLEAVED, a.memory_config().buffer_type());
    Tensor result = run_one<BinaryOp>(args_of(row, a, mine, shape), {&a, &b}, mine.output);
    result = finished(result, a, wishes);
    return all_rows ? ttnn::to_layout(result, Layout::ROW_MAJOR) : result;
}

Tensor binary(const table::BinaryRow& row, const Tensor& lhs, ScalarVariant rhs,
              const Wishes& asked) {
    need_device(row.name, lhs);
    TT_FATAL(asked.rhs.empty(), "{}: activations of a number are not supported", row.name);
    const bool rows = lhs.layout() == Layout::ROW_MAJOR;
    check(row, asked, rows);
    const Wishes wishes = on_cores(lhs, asked);
    const Tensor a = with(ttnn::to_layout(lhs, Layout::TILE), wishes.lhs, wishes.cores);
    const Wishes mine = before_cast(a, wishes);
    BinaryOp::Args args = args_of(row, a, mine, a.logical_shape());
    args.with_number = true;
    const bool full = wishes.full_number || row.full_number;
    args.code.short_dst = args.code.short_dst && !full;
    args.number = bits_of(full ? number(rhs) : rounded(number(rhs), a.dtype()), a.dtype());
    Tensor result = run_one<BinaryOp>(args, {&a}, mine.output);
    result = finished(result, a, wishes);
    return rows ? ttnn::to_layout(result, Layout::ROW_MAJOR) : result;
}

}  // namespace eltwise

Tensor table::run(const BinaryRow& row, const Tensor& a, const Tensor& b,
                  const std::optional<DataType>& dtype, const std::optional<MemoryConfig>& memory,
                  const std::optional<Tensor>& output) {
    return eltwise::binary(row, a, b, {.dtype = dtype, .memory = memory, .output = output});
}
Tensor table::run(const BinaryRow& row, const Tensor& a, ScalarVariant b,
                  const std::optional<DataType>& dtype, const std::optional<MemoryConfig>& memory,
                  const std::optional<Tensor>& output) {
    return eltwise::binary(row, a, b, {.dtype = dtype, .memory = memory, .output = output});
}

#define TTNN_OUTPUT const std::optional<MemoryConfig>&memory, const std::optional<Tensor>&output,
#define TTNN_ACTIVATIONS Activations post, Activations lhs_first, Activations rhs_first,
#define TTNN_WHERE \
    const std::optional<CoreRangeSet>&cores, const std::optional<SubDeviceId>&sub_device
#define TTNN_ROW(op) table::kBinary[table::k_##op], lhs, rhs
#define TTNN_ALL {dtype, memory, output, post, lhs_first, rhs_first, cores, sub_device}
#define TTNN_NO_TYPE {std::nullopt, memory, output, post, lhs_first, rhs_first, cores, sub_device}
#define TTNN_IN_PLACE \
    {std::nullopt, std::nullopt, lhs, post, lhs_first, rhs_first, cores, sub_device}
#define TTNN_FUNCTIONS(op, rhs_type, flag)                                            \
    Tensor op(const Tensor& lhs, rhs_type rhs, const OptionalDataType& dtype,         \
              TTNN_OUTPUT TTNN_ACTIVATIONS flag TTNN_WHERE) {                         \
        return eltwise::binary(TTNN_ROW(op), TTNN_ALL);                               \
    }                                                                                 \
    Tensor op##_(const Tensor& lhs, rhs_type rhs, TTNN_ACTIVATIONS flag TTNN_WHERE) { \
        return eltwise::binary(TTNN_ROW(op), TTNN_IN_PLACE);                          \
    }
#define TTNN_NOTHING
#define TTNN_FLAG const std::optional<bool>&,
#define TTNN_DEFINE_COMMON(op)                      \
    TTNN_FUNCTIONS(op, const Tensor&, TTNN_NOTHING) \
    TTNN_FUNCTIONS(op, ScalarVariant, TTNN_NOTHING)
#define TTNN_DEFINE_FAST(op)                     \
    TTNN_FUNCTIONS(op, const Tensor&, TTNN_FLAG) \
    TTNN_FUNCTIONS(op, ScalarVariant, TTNN_FLAG)
#define TTNN_DEFINE_BITS(op)                                                                   \
    Tensor op(const Tensor& lhs, const Tensor& rhs, TTNN_OUTPUT TTNN_ACTIVATIONS TTNN_WHERE) { \
        return eltwise::binary(TTNN_ROW(op), TTNN_NO_TYPE);                                    \
    }                                                                                          \
    Tensor op(const Tensor& lhs, std::int32_t rhs, TTNN_OUTPUT TTNN_ACTIVATIONS TTNN_WHERE) {  \
        return eltwise::binary(TTNN_ROW(op), TTNN_NO_TYPE);                                    \
    }
#define TTNN_BINARY(op, args, ...) TTNN_DEFINE_##args(op)
#include "ttnn/operations/eltwise/binary/rows.inc"
#undef TTNN_BINARY

Tensor hypot(const Tensor& input_tensor_a, const Tensor& input_tensor_b,
             const std::optional<MemoryConfig>& memory_config,
             const std::optional<Tensor>& optional_output_tensor) {
    TT_FATAL(is_floating_point(input_tensor_a.dtype()) && is_floating_point(input_tensor_b.dtype()),
             "hypot: dtype {} is not supported for binary operation hypot", input_tensor_a.dtype());
    return sqrt(add(square(input_tensor_a), square(input_tensor_b)), false, memory_config,
                optional_output_tensor);
}

}  // namespace ttnn

// Files are compiled together.
#undef TTNN_REF
#undef TTNN_BITS
#undef TTNN_SHAPE_COMMON
#undef TTNN_SHAPE_FAST
#undef TTNN_SHAPE_BITS
#undef TTNN_OUTPUT
#undef TTNN_ACTIVATIONS
#undef TTNN_WHERE
#undef TTNN_ROW
#undef TTNN_ALL
#undef TTNN_NO_TYPE
#undef TTNN_IN_PLACE
#undef TTNN_FUNCTIONS
#undef TTNN_NOTHING
#undef TTNN_FLAG
#undef TTNN_DEFINE_COMMON
#undef TTNN_DEFINE_FAST
#undef TTNN_DEFINE_BITS

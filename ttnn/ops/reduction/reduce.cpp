// The reduction engine: see the header.
#include "ops/reduction/reduce.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "core/flags.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/run.hpp"

namespace ttnn::reduction {

using namespace tt::tt_metal;

namespace {

// How two tiles become one, which is what a binary operation does, and the pool that goes on inside
// of a tile.
struct KindRow {
    std::string_view binary, pool;
    double real, int32, uint32;  // neutral elements
};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr KindRow kKinds[] = {{"add", "SUM", 0, 0, 0},
                              {"maximum", "MAX", -kInfinity, -2147483647.0, 0},
                              {"minimum", "MIN", kInfinity, 2147483647.0, 4294967295.0}};

const KindRow& row_of(Kind kind) {
    return kKinds[static_cast<std::size_t>(kind)];
}

table::Code code_of(Kind kind, DataType dtype) {
    const auto row =
        std::ranges::find(table::binary(), row_of(kind).binary, &table::BinaryRow::name);
    return row->code(dtype);
}

// Lines are cut into parts of this many tiles.
struct Cut {
    std::uint32_t parts, length, last;
};
Cut cut(std::uint32_t tiles, std::uint32_t parts) {
    const std::uint32_t length = (tiles + parts - 1) / parts;
    const std::uint32_t count = (tiles + length - 1) / length;
    return {count, length, tiles - (count - 1) * length};
}

struct ReduceOp {
    static constexpr std::string_view name = "reduce";
    struct Args {
        std::string_view op;
        Kind kind;
        std::vector<std::uint32_t> reduced;
        bool rows, columns;  // goes on inside of tiles
        std::uint32_t parts;
        tt::tt_metal::Shape shape;
        DataType dtype;
        MemoryConfig memory;
        float factor;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args& args, Inputs in) {
        TT_FATAL(in[0].layout() == Layout::TILE, "{}: input must be in TILE layout, it is in {}",
                 args.op, in[0].layout());
        TT_FATAL(
            in[0].dtype() != DataType::UINT16 && !code_of(args.kind, in[0].dtype()).tile.empty(),
            "{}: data type {} is not supported", args.op, in[0].dtype());
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs) {
        return {eltwise::spec_like(args.shape, args.dtype, Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

KernelDescriptor reducer(const ReduceOp::Args& args, DataType in, const Cut& cut,
                         const program::Split& split) {
    KernelDescriptor math =
        program::compute("kernels/reduce.cpp", split.cores, {{0, in}}, args.dtype);
    eltwise::tell(math, code_of(args.kind, in), in);
    math.defines.emplace_back("TTNN_POOL", std::string(row_of(args.kind).pool));
    const std::uint32_t how = program::flags(
        {args.rows, args.columns, args.factor != 1, args.rows && is_block_float(args.dtype)});
    math.emplace_common_runtime_args(
        {cut.parts, cut.length, cut.last, std::bit_cast<std::uint32_t>(args.factor), how});
    for (const program::Share& share : split.shares)
        math.emplace_runtime_args(share.core, {share.first, share.count});
    return math;
}

// What results need, in tiles.
std::vector<program::Share> tile_shares(const program::Split& split, const Cut& cut,
                                        std::uint32_t length) {
    const auto before = [&](std::uint32_t result) {
        return result / cut.parts * length + result % cut.parts * cut.length;
    };
    std::vector<program::Share> tiles;
    for (const program::Share& share : split.shares) {
        const std::uint32_t first = before(share.first);
        tiles.push_back({share.core, first, before(share.first + share.count) - first});
    }
    return tiles;
}

ProgramDescriptor ReduceOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace program;
    const Tensor& input = in[0];
    const Reduced reduced(args.reduced.begin(), args.reduced.end());
    const Lines lines = lines_of({input.logical_shape()}, reduced);
    const Cut cut = reduction::cut(lines.length, args.parts);
    const Split split = program::split(*input.device(), lines.count * cut.parts, args.cores);
    const LineTensor from{&input, neutral(args.kind, input.dtype())};
    ProgramDescriptor program;
    program.cbs = {tile_buffer(0, input.dtype(), split.cores),
                   tile_buffer(16, args.dtype, split.cores, 2)};
    program.kernels = {
        line_reader({from}, lines, tile_shares(split, cut, lines.length), split.cores),
        page_writer(16, out[0], tile_bytes(args.dtype), 1, split),
        reducer(args, input.dtype(), cut, split)};
    return program;
}

// Parts of lines that make enough results for the cores, none of them short.
std::uint32_t parts_for(const Tensor& input, const Lines& lines, const Wish& wish) {
    constexpr std::uint32_t kShortest = 8;
    const CoreCoord grid = input.device()->compute_with_storage_grid_size();
    const auto cores =
        wish.cores ? wish.cores->num_cores() : static_cast<std::uint32_t>(grid.x * grid.y);
    const std::uint32_t wanted = std::min(cores / lines.count, lines.length / kShortest);
    return wanted < 2 ? 1 : cut(lines.length, wanted).parts;
}

MemoryConfig interleaved_like(const MemoryConfig& memory) {
    if (!memory.is_sharded()) return memory;
    return MemoryConfig(TensorMemoryLayout::INTERLEAVED, memory.buffer_type());
}

// Block-float padding cannot hold every neutral element.
Tensor with_padding_room(const Tensor& input, Kind kind) {
    const bool fits = input.dtype() == DataType::BFLOAT8_B && kind != Kind::min;
    if (!is_block_float(input.dtype()) || fits) return input;
    return typecast(input, DataType::BFLOAT16);
}

}  // namespace

double neutral(Kind kind, DataType dtype) {
    const KindRow& row = row_of(kind);
    return is_floating_point(dtype) ? row.real : dtype == DataType::UINT32 ? row.uint32 : row.int32;
}

tt::tt_metal::Shape kept_shape(const tt::tt_metal::Shape& shape, const Reduced& reduced) {
    ttsl::SmallVector<std::uint32_t> dims(shape.rank());
    for (std::size_t i = 0; i < dims.size(); i++)
        dims[i] = reduced[reduced.size() - dims.size() + i] ? 1 : shape[static_cast<int>(i)];
    return tt::tt_metal::Shape(dims);
}

Tensor reduce(std::string_view op, Kind kind, const Tensor& given, const Reduced& reduced,
              const Wish& wish) {
    const DataType dtype = wish.dtype.value_or(given.dtype());
    const Tensor input = with_padding_room(given, kind);
    const Lines lines = lines_of({input.logical_shape()}, reduced);
    const std::uint32_t parts = parts_for(input, lines, wish);
    const MemoryConfig memory = wish.memory.value_or(interleaved_like(given.memory_config()));
    const std::vector<std::uint32_t> dims(reduced.begin(), reduced.end());
    const auto shape = kept_shape(input.logical_shape(), reduced);
    if (parts == 1)
        return run_one<ReduceOp>({op, kind, dims, lines.rows, lines.columns, 1, shape, dtype,
                                  memory, wish.factor, wish.cores},
                                 {&input});
    const DataType between = is_floating_point(dtype) ? DataType::FLOAT32 : dtype;
    const Tensor partial = run_one<ReduceOp>(
        {op, kind, dims, false, false, parts, tt::tt_metal::Shape({lines.count, parts, 32, 32}),
         between, interleaved_like(given.memory_config()), 1, wish.cores},
        {&input});
    return run_one<ReduceOp>({op,
                              kind,
                              {0, 1, 0, 0},
                              lines.rows,
                              lines.columns,
                              1,
                              shape,
                              dtype,
                              memory,
                              wish.factor,
                              wish.cores},
                             {&partial});
}

}  // namespace ttnn::reduction

// Softmax: lines of tiles, three passes over each.
#include "ttnn/operations/normalization/softmax/softmax.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <tt_stl/assert.hpp>

#include "core/flags.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ops/normalization/writer.hpp"
#include "ops/reduction/lines.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/run.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace normalization {
namespace {

using reduction::Lines;
using reduction::LineTensor;

// Tiles that are asked for at a time: more keep DRAM busier and computing waiting.
constexpr std::uint32_t kSoftmaxAtOnce = 32;

constexpr double kLowest = -std::numeric_limits<double>::infinity();

struct SoftmaxOp {
    static constexpr std::string_view name = "softmax";
    struct Args {
        std::string_view op;
        int dim;
        float scale;
        bool causal, stable, fast;
        MemoryConfig memory;
    };

    static void validate(const Args& args, Inputs in) {
        const DataType dtype = in[0].dtype();
        TT_FATAL(dtype == DataType::BFLOAT16 || dtype == DataType::FLOAT32 ||
                     dtype == DataType::BFLOAT8_B,
                 "{}: data type {} is not supported, BFLOAT16, FLOAT32 and BFLOAT8_B are", args.op,
                 dtype);
        for (std::size_t i = 0; i < in.size(); i++)
            TT_FATAL(in[i].layout() == Layout::TILE,
                     "{}: Inputs to softmax must be tilized, input {} is in {}", args.op, i,
                     in[i].layout());
        if (in.size() == 2) check_mask(args, in[0].padded_shape(), in[1].padded_shape());
    }

    static void check_mask(const Args& args, const tt::tt_metal::Shape& shape,
                           const tt::tt_metal::Shape& mask) {
        TT_FATAL(mask.rank() == shape.rank() && mask[-1] == shape[-1],
                 "{}: the mask has shape {}, which does not fit {}", args.op, mask, shape);
        for (std::size_t i = 0; i + 2 < shape.rank(); i++) {
            const int d = static_cast<int>(i);
            TT_FATAL(mask[d] == 1 || mask[d] == shape[d],
                     "{}: the mask has shape {}, which does not fit {}", args.op, mask, shape);
        }
        TT_FATAL(mask[-2] == (args.causal ? shape[-2] : 32u),
                 "{}: the mask has {} rows, {} are expected", args.op, mask[-2],
                 args.causal ? shape[-2] : 32u);
    }

    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {
            eltwise::spec_like(in[0].logical_shape(), in[0].dtype(), Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

KernelDescriptor softmax_kernel(const SoftmaxOp::Args& args, Inputs in, const Lines& lines,
                                bool whole, const program::Split& split) {
    std::vector<std::pair<std::uint8_t, DataType>> formats{
        {0, in[0].dtype()}, {2, DataType::FLOAT32}, {3, DataType::FLOAT32}};
    if (in.size() == 2) formats.emplace_back(1, in[1].dtype());
    KernelDescriptor math =
        program::compute("kernels/softmax.cpp", split.cores, formats, in[0].dtype());
    math.emplace_common_runtime_args(
        {lines.length, std::bit_cast<std::uint32_t>(args.scale),
         program::flags({lines.rows, lines.columns, whole, args.stable, in.size() == 2,
                         !args.causal, args.scale != 1, args.fast})});
    for (const program::Share& share : split.shares)
        math.emplace_runtime_args(share.core, {share.count});
    return math;
}

// Numbers of 16 bits and fewer, with all that the matrix unit is used for.
bool suits_matrix_unit(const SoftmaxOp::Args& args, Inputs in, const Lines& lines) {
    return in.size() == 1 && in[0].dtype() != DataType::FLOAT32 && args.stable && !args.fast &&
           lines.rows != lines.columns;
}

// Tiles that CBs have room for on the way through the matrix unit. Results wait as a whole line if
// they can, so that the next line goes on meanwhile.
struct MatrixRoom {
    std::uint32_t out = 0;
    std::uint32_t lines = 0;  // as they are read
};

MatrixRoom matrix_room(const LineTensor& from, const Lines& lines) {
    using namespace program;
    const std::uint32_t whole = (lines.length + kBatch - 1) / kBatch * kBatch;
    MatrixRoom room;
    for (const std::uint32_t out : {std::max(whole, 2 * kBatch), 2 * kBatch}) {
        const std::uint32_t beside =
            lines.length * tile_bytes(DataType::FLOAT32) + out * tile_bytes(from.tensor->dtype());
        room = {out, reduction::lines_held({from}, lines, beside)};
        if (room.lines > 0) return room;
    }
    return room;
}

ProgramDescriptor matrix_program(const LineTensor& from, const Tensor& out, const Lines& lines,
                                 const MatrixRoom& room) {
    using namespace program;
    constexpr std::uint8_t kSums = 1, kGreatest = 2, kFactors = 3, kPowers = 4, kWeights = 5,
                           kOnes = 6, kTop = 7, kInverse = 8, kOut = 16;
    constexpr std::uint32_t kMostParts = 4, kLeastPart = 16;  // as many parts as Dst holds tiles
    const std::uint32_t part = std::max(kLeastPart, (lines.length + kMostParts - 1) / kMostParts);
    const DataType dtype = from.tensor->dtype(), wide = DataType::FLOAT32;
    const Split split = program::split(*out.device(), lines.count);
    KernelDescriptor math =
        compute("kernels/softmax_matrix.cpp", split.cores,
                {{0, dtype}, {kSums, wide}, {kWeights, wide}, {kInverse, wide}}, dtype);
    math.compile_time_args = {lines.rows};
    math.emplace_common_runtime_args({lines.length, part});
    for (const Share& share : split.shares) math.emplace_runtime_args(share.core, {share.count});
    const std::uint32_t parts = (lines.length + part - 1) / part;
    ProgramDescriptor program;
    program.cbs = {tile_buffer(0, dtype, split.cores, room.lines * lines.length),
                   tile_buffer(kPowers, wide, split.cores, lines.length),
                   tile_buffer(kOut, dtype, split.cores, room.out)};
    for (const std::uint8_t cb : {kSums, kFactors, kWeights})
        program.cbs.push_back(tile_buffer(cb, wide, split.cores, parts));
    program.cbs.push_back(tile_buffer(kInverse, wide, split.cores, 1));
    program.cbs.push_back(tile_buffer(kGreatest, DataType::BFLOAT16, split.cores, parts));
    for (const std::uint8_t cb : {kTop, kOnes})
        program.cbs.push_back(tile_buffer(cb, DataType::BFLOAT16, split.cores, 1));
    const auto tiles = reduction::in_tiles(split, lines.length);
    program.kernels = {reduction::line_reader({from}, lines, tiles, split.cores, kSoftmaxAtOnce),
                       norm_writer({.out = &out, .edge = kOnes, .edge_columns = 32}, lines, split),
                       std::move(math)};
    return program;
}

ProgramDescriptor SoftmaxOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace program;
    const DataType dtype = in[0].dtype();
    const auto& shape = in[0].logical_shape();
    std::vector<tt::tt_metal::Shape> shapes{shape};
    std::vector<LineTensor> from{{&in[0], kLowest}};
    if (in.size() == 2) {
        shapes.push_back(in[1].logical_shape());
        from.push_back({&in[1], kLowest});
    }
    const auto reduced = reduction::reduced_dims(args.op, shape, {args.dim});
    const Lines once = reduction::lines_of(shapes, reduced);
    const std::uint32_t held = reduction::lines_held(from, once);
    if (suits_matrix_unit(args, in, once))
        if (const MatrixRoom room = matrix_room(from[0], once); room.lines > 0)
            return matrix_program(from[0], out[0], once, room);
    const bool whole = held > 0;
    const std::uint32_t passes = whole ? 1 : 2 + args.stable;
    const Lines read = reduction::lines_of(shapes, reduced, passes);
    const Split split = program::split(*in[0].device(), once.count);
    ProgramDescriptor program;
    program.cbs = {tile_buffer(2, DataType::FLOAT32, split.cores, 1),
                   tile_buffer(3, DataType::FLOAT32, split.cores, 1),
                   tile_buffer(16, dtype, split.cores)};
    for (std::size_t i = 0; i < from.size(); i++)
        program.cbs.push_back(tile_buffer(static_cast<std::uint8_t>(i), from[i].tensor->dtype(),
                                          split.cores, whole ? held * once.length : 2 * kBatch));
    program.kernels = {
        reduction::line_reader(from, read, reduction::in_tiles(split, once.length * passes),
                               split.cores, whole ? kSoftmaxAtOnce : 0),
        reduction::line_writer(16, out[0], once, reduction::in_tiles(split, once.length),
                               split.cores),
        softmax_kernel(args, in, once, whole, split)};
    return program;
}

struct SoftmaxCall {
    std::string_view op;
    int dim = -1;
    float scale = 1;
    std::optional<Tensor> mask = std::nullopt;
    bool causal = false, stable = true, in_place = false;
    std::optional<MemoryConfig> memory = std::nullopt;
    std::optional<DeviceComputeKernelConfig> config = std::nullopt;
};

// Rows of 32 elements that are one row of the mask.
Tensor mask_tiles(const SoftmaxCall& call, const Tensor& input) {
    const Tensor& mask = *call.mask;
    eltwise::need_device(call.op, mask);
    if (mask.layout() == Layout::TILE) return mask;
    const auto& shape = input.logical_shape();
    if (mask.logical_shape()[-1] == shape[-1]) return ttnn::to_layout(mask, Layout::TILE);
    const std::uint32_t batch = mask.logical_shape()[0];
    return ttnn::to_layout(ttnn::reshape(mask, tt::tt_metal::Shape({batch, 1, 1, shape[-1]})),
                           Layout::TILE);
}

Tensor run_softmax(const SoftmaxCall& call, const Tensor& input) {
    eltwise::need_device(call.op, input);
    const bool rows = input.layout() == Layout::ROW_MAJOR;
    TT_FATAL(!rows || !call.in_place, "{}: ROW_MAJOR input is not supported in place", call.op);
    const Tensor tiles = ttnn::to_layout(input, Layout::TILE);
    const bool fast = call.config && call.config->math_approx_mode;
    const SoftmaxOp::Args args{call.op,
                               call.dim,
                               call.scale,
                               call.causal,
                               call.stable,
                               fast,
                               call.memory.value_or(tiles.memory_config())};
    if (tiles.logical_volume() == 0) return input;
    const std::optional<Tensor> given = call.in_place ? std::optional(tiles) : std::nullopt;
    if (!call.mask) {
        const Tensor result = run_one<SoftmaxOp>(args, {&tiles}, given);
        return rows ? ttnn::to_layout(result, Layout::ROW_MAJOR) : result;
    }
    const Tensor mask = mask_tiles(call, tiles);
    return run_one<SoftmaxOp>(args, {&tiles, &mask}, given);
}

// A program for shards is one for tensors: the configuration is held against the tensor alone.
void check_config(std::string_view op, const SoftmaxProgramConfig& config, const Tensor& input) {
    const auto* sharded = std::get_if<SoftmaxShardedMultiCoreProgramConfig>(&config);
    if (sharded == nullptr) return;
    TT_FATAL(input.is_sharded(),
             "{}: Input tensor must be sharded when using SoftmaxShardedMultiCoreProgramConfig",
             op);
    TT_FATAL(sharded->subblock_w != 0 && sharded->block_w % sharded->subblock_w == 0,
             "{}: block_w must be divisible by subblock_w.", op);
    TT_FATAL(sharded->block_w * 32 == input.padded_shape()[-1],
             "{}: shard width must equal to input tensor shape[3]!", op);
}

void check_scale(std::string_view op, const std::optional<float>& scale, bool masked) {
    TT_FATAL(!scale || masked, "{}: a scale without a mask is not supported", op);
}

}  // namespace
}  // namespace normalization

using normalization::run_softmax;

Tensor softmax(const Tensor& input, int dim, const std::optional<MemoryConfig>& memory,
               std::optional<const DeviceComputeKernelConfig> config, bool stable) {
    return run_softmax(
        {.op = "softmax", .dim = dim, .stable = stable, .memory = memory, .config = config}, input);
}
Tensor softmax_in_place(const Tensor& input, int dim, const SoftmaxProgramConfig& program,
                        std::optional<const DeviceComputeKernelConfig> config, bool stable) {
    normalization::check_config("softmax_in_place", program, input);
    return run_softmax({.op = "softmax_in_place",
                        .dim = dim,
                        .stable = stable,
                        .in_place = true,
                        .config = config},
                       input);
}
Tensor scale_mask_softmax(const Tensor& input, std::optional<float> scale,
                          const std::optional<const Tensor>& mask,
                          const std::optional<MemoryConfig>& memory, bool causal,
                          std::optional<const DeviceComputeKernelConfig> config, bool stable) {
    normalization::check_scale("scale_mask_softmax", scale, mask.has_value());
    return run_softmax({.op = "scale_mask_softmax",
                        .scale = scale.value_or(1),
                        .mask = mask,
                        .causal = causal,
                        .stable = stable,
                        .memory = memory,
                        .config = config},
                       input);
}
Tensor scale_mask_softmax_in_place(const Tensor& input, std::optional<float> scale,
                                   const std::optional<const Tensor>& mask,
                                   const SoftmaxProgramConfig& program, bool causal,
                                   std::optional<const DeviceComputeKernelConfig> config,
                                   bool stable) {
    const std::string_view op = "scale_mask_softmax_in_place";
    normalization::check_config(op, program, input);
    normalization::check_scale(op, scale, mask.has_value());
    return run_softmax({.op = op,
                        .scale = scale.value_or(1),
                        .mask = mask,
                        .causal = causal,
                        .stable = stable,
                        .in_place = true,
                        .config = config},
                       input);
}
Tensor scale_causal_mask_hw_dims_softmax_in_place(
    const Tensor& input, std::optional<float> scale, const std::optional<const Tensor>& mask,
    const SoftmaxProgramConfig& program, std::optional<const DeviceComputeKernelConfig> config,
    bool stable) {
    const std::string_view op = "scale_causal_mask_hw_dims_softmax_in_place";
    TT_FATAL(scale && mask, "{}: a scale and a mask are required", op);
    TT_FATAL(std::holds_alternative<SoftmaxShardedMultiCoreProgramConfig>(program),
             "{}: Scale causal mask HW dims softmax not supported in default program config", op);
    normalization::check_config(op, program, input);
    return run_softmax({.op = op,
                        .scale = *scale,
                        .mask = mask,
                        .causal = true,
                        .stable = stable,
                        .in_place = true,
                        .config = config},
                       input);
}

}  // namespace ttnn

// layer_norm and rms_norm: rows of tiles, two or three passes over each.
#include "ttnn/operations/normalization/layernorm/layernorm.hpp"

#include <algorithm>
#include <bit>
#include <tt_stl/assert.hpp>

#include "core/flags.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ops/normalization/writer.hpp"
#include "ops/reduction/lines.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"
#include "ttnn/operations/data_movement/fill_pad/fill_pad.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/normalization/rmsnorm/rmsnorm.hpp"
#include "ttnn/run.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace normalization {
namespace {

using reduction::Lines;
using reduction::LineTensor;

// Which tensors there are, in the order of the inputs.
struct NormTensors {
    const Tensor* x = nullptr;
    const Tensor* residual = nullptr;
    const Tensor* weight = nullptr;
    const Tensor* bias = nullptr;
};

struct NormOp {
    static constexpr std::string_view name = "normalize";
    struct Args {
        std::string_view op;
        bool centred;
        bool with_residual, with_weight, with_bias;
        float epsilon;
        MemoryConfig memory;
    };

    static NormTensors tensors(const Args& args, Inputs in) {
        std::size_t next = 1;
        NormTensors all{.x = &in[0]};
        if (args.with_residual) all.residual = &in[next++];
        if (args.with_weight) all.weight = &in[next++];
        if (args.with_bias) all.bias = &in[next++];
        return all;
    }

    static void validate(const Args& args, Inputs in);
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {
            eltwise::spec_like(in[0].logical_shape(), in[0].dtype(), Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

void NormOp::validate(const Args& args, Inputs in) {
    const auto all = tensors(args, in);
    for (std::size_t i = 0; i < in.size(); i++) {
        const DataType dtype = in[i].dtype();
        TT_FATAL(dtype == DataType::BFLOAT16 || dtype == DataType::FLOAT32 ||
                     dtype == DataType::BFLOAT8_B,
                 "{}: data type {} is not supported, BFLOAT16, FLOAT32 and BFLOAT8_B are", args.op,
                 dtype);
        TT_FATAL(in[i].layout() == Layout::TILE, "{}: input {} must be in TILE layout", args.op, i);
    }
    const auto& shape = all.x->logical_shape();
    TT_FATAL(all.residual == nullptr || all.residual->logical_shape() == shape,
             "{}: the residual has shape {}, it must be {}", args.op, all.residual->logical_shape(),
             shape);
    const std::uint32_t width = shape.rank() == 0 ? 1 : shape[-1];
    for (const Tensor* one : {all.weight, all.bias}) {
        if (one == nullptr) continue;
        TT_FATAL(one->logical_volume() == width,
                 "{}: weight and bias must have {} elements, as many as the last dimension, not {}",
                 args.op, width, one->logical_volume());
    }
}

// Tiles that are asked for at a time: more keep DRAM busier and computing waiting.
constexpr std::uint32_t kNormAtOnce = 64;

// The numbers and what stands beside them, with the CB of each; 0 for what there is not.
struct NormPlan {
    std::vector<LineTensor> from;
    std::vector<tt::tt_metal::Shape> shapes;
    std::uint32_t residual = 0, weight = 0, bias = 0;
    std::uint32_t held = 0;  // lines

    bool whole() const { return held > 0; }
};

constexpr std::uint32_t kOutCb = 16, kMeanCb = 4, kScaleCb = 5, kEdgeCb = 6;

NormPlan plan(const NormTensors& all, const reduction::Reduced& reduced) {
    NormPlan p;
    std::uint32_t cb = 0;
    const auto add = [&](const Tensor& tensor) {
        p.from.push_back({&tensor, 0});
        p.shapes.push_back(tensor.logical_shape());
        return cb++;
    };
    add(*all.x);
    if (all.residual != nullptr) p.residual = add(*all.residual);
    // Weights that fit are brought once and stay; else they come with the numbers.
    const Lines lines = reduction::lines_of(p.shapes, reduced);
    std::uint32_t weights = 0;
    for (const Tensor* one : {all.weight, all.bias})
        if (one != nullptr) weights += lines.length * program::tile_bytes(one->dtype());
    p.held = reduction::lines_held(p.from, lines, weights);
    const auto add_weight = [&](const Tensor& tensor) { return p.whole() ? cb++ : add(tensor); };
    if (all.weight != nullptr) p.weight = add_weight(*all.weight);
    if (all.bias != nullptr) p.bias = add_weight(*all.bias);
    return p;
}

KernelDescriptor norm_kernel(const NormOp::Args& args, const NormTensors& all, const NormPlan& p,
                             const Lines& lines, std::uint32_t width, const program::Split& split) {
    const auto is_short = [](const Tensor* t) {
        return t == nullptr || t->dtype() != DataType::FLOAT32;
    };
    const bool matrix = p.whole() && !args.centred && all.residual == nullptr &&
                        all.bias == nullptr && is_short(all.x) && is_short(all.weight);
    std::vector<std::pair<std::uint8_t, DataType>> formats{{0, all.x->dtype()},
                                                           {kMeanCb, DataType::FLOAT32}};
    // Else the matrix unit takes the scale.
    if (!matrix || all.weight != nullptr) formats.emplace_back(kScaleCb, DataType::FLOAT32);
    const auto add = [&](std::uint32_t cb, const Tensor* tensor) {
        if (tensor != nullptr) formats.emplace_back(cb, tensor->dtype());
    };
    add(p.residual, all.residual);
    add(p.weight, all.weight);
    add(p.bias, all.bias);
    KernelDescriptor math =
        program::compute("kernels/normalize.cpp", split.cores, formats, all.x->dtype());
    const std::uint32_t kind = program::flags({args.centred, p.whole(), width % 32 != 0, matrix}) |
                               p.residual << 8 | p.weight << 16 | p.bias << 24;
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    math.emplace_common_runtime_args(
        {lines.length, bits(1 / static_cast<float>(width)), bits(args.epsilon), kind});
    for (const program::Share& share : split.shares)
        math.emplace_runtime_args(share.core, {share.count});
    return math;
}

ProgramDescriptor NormOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace program;
    const NormTensors all = tensors(args, in);
    const auto& shape = in[0].logical_shape();
    const std::uint32_t width = shape.rank() == 0 ? 1 : shape[-1];
    const auto reduced = reduction::reduced_dims(args.op, shape, {-1});
    const NormPlan p = plan(all, reduced);
    const std::uint32_t passes = p.whole() ? 1 : 2 + args.centred;
    const Lines once = reduction::lines_of(p.shapes, reduced);
    const Lines read = reduction::lines_of(p.shapes, reduced, passes);
    const Split split = program::split(*in[0].device(), once.count);
    NormWriter writer{.out = &out[0], .edge_columns = width % 32};
    if (p.whole()) {
        writer.weight = {all.weight, p.weight};
        writer.bias = {all.bias, p.bias};
    }
    if (args.centred && width % 32 != 0) writer.edge = kEdgeCb;
    ProgramDescriptor program;
    program.cbs = {tile_buffer(kMeanCb, DataType::FLOAT32, split.cores, 1),
                   tile_buffer(kScaleCb, DataType::FLOAT32, split.cores, 1),
                   tile_buffer(kEdgeCb, DataType::BFLOAT16, split.cores, 1),
                   tile_buffer(kOutCb, in[0].dtype(), split.cores)};
    for (std::size_t i = 0; i < p.from.size(); i++)
        program.cbs.push_back(tile_buffer(static_cast<std::uint8_t>(i), p.from[i].tensor->dtype(),
                                          split.cores,
                                          p.whole() ? p.held * once.length : 2 * kBatch));
    if (p.whole())
        for (const auto& [cb, tensor] : {std::pair(p.weight, all.weight), {p.bias, all.bias}})
            if (tensor != nullptr)
                program.cbs.push_back(tile_buffer(static_cast<std::uint8_t>(cb), tensor->dtype(),
                                                  split.cores, once.length));
    program.kernels = {
        reduction::line_reader(p.from, read, reduction::in_tiles(split, once.length * passes),
                               split.cores, p.whole() ? kNormAtOnce : 0),
        norm_writer(writer, once, split), norm_kernel(args, all, p, once, width, split)};
    return program;
}

std::uint32_t width_of(const Tensor& input) {
    return input.logical_shape().rank() == 0 ? 1 : input.logical_shape()[-1];
}

// Weights as one row of tiles; upstream also takes rows of 32.
Tensor weight_tiles(std::string_view op, const Tensor& weight, const Tensor& input) {
    eltwise::need_device(op, weight);
    if (weight.layout() == Layout::TILE) return weight;
    const auto size = static_cast<std::uint32_t>(weight.logical_volume());
    Tensor row = weight.logical_shape()[-1] == size
                     ? weight
                     : ttnn::reshape(weight, tt::tt_metal::Shape({1, size}));
    // Rows of 32 whose last one is filled up.
    const std::uint32_t width = width_of(input);
    if (weight.logical_shape()[-1] == 32 && size != width && size == (width + 31) / 32 * 32)
        row = slice(ttnn::reshape(row, tt::tt_metal::Shape({1, size})),
                    std::array<std::uint32_t, 2>{0, 0}, std::array<std::uint32_t, 2>{1, width},
                    std::array<std::uint32_t, 2>{1, 1});
    return ttnn::to_layout(row, Layout::TILE);
}

struct NormCall {
    std::string_view op;
    bool centred;
    float epsilon;
    const std::optional<const Tensor>&weight, &bias, &residual;
    std::optional<MemoryConfig> memory;
    std::optional<prim::LayerNormProgramConfig> config;
};

void check_norm_config(const NormCall& call, const Tensor& input) {
    if (!call.config) return;
    const auto* sharded = std::get_if<prim::LayerNormShardedMultiCoreProgramConfig>(&*call.config);
    if (sharded == nullptr) return;
    TT_FATAL(input.is_sharded(), "{}: the input must be sharded for a sharded program config",
             call.op);
    TT_FATAL(sharded->subblock_w != 0 && sharded->block_w % sharded->subblock_w == 0,
             "{}: block_w ({}) must be divisible by subblock_w ({})", call.op, sharded->block_w,
             sharded->subblock_w);
}

bool is_in_place(const NormCall& call) {
    if (!call.config) return false;
    const auto* sharded = std::get_if<prim::LayerNormShardedMultiCoreProgramConfig>(&*call.config);
    return sharded != nullptr && sharded->inplace;
}

// Sixteen numbers share an exponent, also with what fills up a line: minus the mean, which may be
// far larger than the result.
bool fills_blocks(const NormCall& call, const Tensor& input) {
    return call.centred && is_block_float(input.dtype()) && !is_in_place(call) &&
           width_of(input) != input.padded_shape()[-1];
}

Tensor run_norm(const NormCall& call, const Tensor& input) {
    eltwise::need_device(call.op, input);
    check_norm_config(call, input);
    if (input.logical_volume() == 0) return input;
    if (fills_blocks(call, input)) {
        const Tensor wide = run_norm(call, ttnn::typecast(input, DataType::BFLOAT16));
        return ttnn::typecast(ttnn::fill_implicit_tile_padding(wide, 0.0F), input.dtype());
    }
    const bool rows = input.layout() == Layout::ROW_MAJOR;
    const Tensor tiles = ttnn::to_layout(input, Layout::TILE);
    std::vector<Tensor> others;
    if (call.residual) others.push_back(ttnn::to_layout(*call.residual, Layout::TILE));
    if (call.weight) others.push_back(weight_tiles(call.op, *call.weight, input));
    if (call.bias) others.push_back(weight_tiles(call.op, *call.bias, input));
    std::vector<const Tensor*> inputs{&tiles};
    for (const Tensor& one : others) inputs.push_back(&one);
    const std::optional<Tensor> given = is_in_place(call) ? std::optional(tiles) : std::nullopt;
    const Tensor result = run<NormOp>({call.op, call.centred, call.residual.has_value(),
                                       call.weight.has_value(), call.bias.has_value(), call.epsilon,
                                       call.memory.value_or(tiles.memory_config())},
                                      inputs, {&given, 1})
                              .front();
    return rows ? ttnn::to_layout(result, Layout::ROW_MAJOR) : result;
}

}  // namespace
}  // namespace normalization

Tensor layer_norm(const Tensor& input, float epsilon, const std::optional<const Tensor>& weight,
                  const std::optional<const Tensor>& bias,
                  const std::optional<const Tensor>& residual,
                  const std::optional<MemoryConfig>& memory,
                  const std::optional<const prim::LayerNormProgramConfig>& config,
                  std::optional<const DeviceComputeKernelConfig>,
                  const std::optional<const Tensor>&) {
    return normalization::run_norm(
        {"layer_norm", true, epsilon, weight, bias, residual, memory, config}, input);
}
Tensor rms_norm(const Tensor& input, float epsilon, const std::optional<const Tensor>& weight,
                const std::optional<const Tensor>& bias,
                const std::optional<const Tensor>& residual,
                const std::optional<MemoryConfig>& memory,
                const std::optional<const prim::LayerNormProgramConfig>& config,
                std::optional<const DeviceComputeKernelConfig>) {
    return normalization::run_norm(
        {"rms_norm", false, epsilon, weight, bias, residual, memory, config}, input);
}

DeviceComputeKernelConfig layernorm_default_compute_config(tt::ARCH arch) {
    return init_device_compute_kernel_config(arch, std::nullopt, MathFidelity::HiFi4, false, true);
}
DeviceComputeKernelConfig rmsnorm_default_compute_config(tt::ARCH arch) {
    return layernorm_default_compute_config(arch);
}

}  // namespace ttnn

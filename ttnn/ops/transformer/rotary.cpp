// Rotary embeddings: one program for all of them, in which the tables are walked differently.
#include <tt_stl/assert.hpp>

#include "ops/data_movement/chunks.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding/rotary_embedding.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_hf/rotary_embedding_hf.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_llama/rotary_embedding_llama.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_llama_fused_qk/rotary_embedding_llama_fused_qk.hpp"
#include "ttnn/operations/experimental/transformer/rotate_half/rotate_half.hpp"
#include "ttnn/run.hpp"

namespace ttnn::experimental {

using namespace tt::tt_metal;

namespace {

using MetalShape = tt::tt_metal::Shape;

// Which line of tiles of the tables goes with a line of the input: so many on for each of its
// second dimension, and for each line of tiles in that.
struct Walk {
    std::uint32_t first = 0, of_middle = 0, of_row = 0;
    bool one_row = false;  // the first row of the tables is for all rows
};

// Inputs: the tensor, cosines, sines, and the matrix if there is one.
struct RotaryOp {
    static constexpr std::string_view name = "rotary_embedding";
    struct Args {
        Walk walk;
        MemoryConfig memory;
    };

    static bool by_matrix(Inputs in) { return in.size() == 4 || in[0].padded_shape()[-1] == 32; }
    static void validate(const Args&, Inputs in) {
        for (std::size_t i = 0; i < in.size(); i++) {
            const DataType dtype = in[i].dtype();
            TT_FATAL(is_floating_point(dtype) && dtype != DataType::BFLOAT4_B,
                     "{}: data type {} is not supported, BFLOAT16, FLOAT32 and BFLOAT8_B are", name,
                     dtype);
            TT_FATAL(in[i].layout() == Layout::TILE, "{}: input {} must be in TILE layout", name,
                     i);
        }
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {
            eltwise::spec_like(in[0].logical_shape(), in[0].dtype(), Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

KernelDescriptor rotary_reader(const RotaryOp::Args& args, Inputs in, const program::Split& split) {
    KernelDescriptor kernel = program::data_mover("kernels/read_rotary.cpp", true, split.cores);
    const auto& shape = in[0].padded_shape();
    kernel.compile_time_args = {in.size() == 4 ? 1u : RotaryOp::by_matrix(in) ? 2u : 0u};
    KernelDescriptor::RTArgList words;
    for (std::size_t i = 0; i < 4; i++) {
        const Tensor& tensor = in[i < in.size() ? i : 0];
        program::append(kernel, tensor);
        words.push_back(tensor.buffer());
    }
    words.append({shape[-1] / 32, shape[-2] / 32, shape[-3], args.walk.first, args.walk.of_middle,
                  args.walk.of_row});
    kernel.emplace_common_runtime_args(words);
    data_movement::add_shares(kernel, split);
    return kernel;
}

ProgramDescriptor RotaryOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace ttnn::program;
    const std::uint32_t width = in[0].padded_shape()[-1] / 32;
    const Split split = ttnn::program::split(*in[0].device(), tiles_of(in[0]) / width);
    Split in_tiles{split.cores, {}};
    for (const Share& share : split.shares)
        in_tiles.shares.push_back({share.core, share.first * width, share.count * width});
    const DataType turn = in.size() == 4 ? in[3].dtype() : DataType::BFLOAT16;
    KernelDescriptor math = compute("kernels/rotary.cpp", split.cores, {}, out[0].dtype());
    math.compile_time_args = {by_matrix(in), args.walk.one_row};
    math.emplace_common_runtime_args({width});
    for (const Share& share : split.shares) math.emplace_runtime_args(share.core, {share.count});
    ProgramDescriptor program;
    program.cbs = {tile_buffer(0, in[0].dtype(), split.cores, 2 * width),
                   tile_buffer(1, in[1].dtype(), split.cores, 2 * width),
                   tile_buffer(2, in[2].dtype(), split.cores, 2 * width),
                   tile_buffer(3, turn, split.cores, 1),
                   tile_buffer(4, in[0].dtype(), split.cores, width),
                   tile_buffer(16, out[0].dtype(), split.cores, 2 * width)};
    program.kernels = {rotary_reader(args, in, split),
                       page_writer(16, out[0], tile_bytes(out[0].dtype()), width, in_tiles),
                       std::move(math)};
    return program;
}

void check_tables(std::string_view op, const Tensor& x, const Tensor& cos, const Tensor& sin) {
    for (const Tensor* tensor : {&x, &cos, &sin}) eltwise::need_device(op, *tensor);
    const auto &of_x = x.padded_shape(), &of_cos = cos.padded_shape();
    TT_FATAL(of_x.rank() == 4 && of_cos.rank() == 4 && cos.logical_shape() == sin.logical_shape(),
             "{}: the input is {}, the tables are {} and {}; 4 dimensions are expected, and tables "
             "of one shape",
             op, of_x, cos.logical_shape(), sin.logical_shape());
    TT_FATAL(of_x[-1] == of_cos[-1], "{}: Cos dims must match input dims: {} and {}", op, of_x,
             of_cos);
}

void check_halves(std::string_view op, const Tensor& x) {
    const std::uint32_t size = x.padded_shape()[-1];
    TT_FATAL(size == 32 || size % 64 == 0,
             "{}: Input X dimension ({}) must be 32 or divisible by 64 for tiling", op, size);
}

Tensor rotated(const Tensor& x, std::initializer_list<const Tensor*> all, const Walk& walk,
               const std::optional<MemoryConfig>& memory) {
    const MemoryConfig where = data_movement::result_memory(memory, x, x.logical_shape());
    return run_one<RotaryOp>({walk, where}, all);
}

// One row of a table.
Tensor row_of(const Tensor& table, std::uint32_t row) {
    data_movement::Map map = data_movement::identity(table.logical_shape());
    map.shape = MetalShape({1, 1, 1, table.logical_shape()[-1]});
    map.parts[0].axes[2] = {0, 1, row, 1, 2};
    return data_movement::remap("rotary_embedding", {&table, 1}, map, map.shape,
                                DRAM_MEMORY_CONFIG);
}

// Tables of prefill: a line for each line of tokens, the same for all heads or one for each.
Walk prefill_walk(std::string_view op, const Tensor& x, const Tensor& cos) {
    const auto &of_x = x.padded_shape(), &of_cos = cos.padded_shape();
    TT_FATAL(of_cos[2] >= of_x[2], "{}: the tables have {} rows, the input {}", op, of_cos[2],
             of_x[2]);
    TT_FATAL(of_cos[0] == 1 && (of_cos[1] == 1 || of_cos[1] == of_x[1]),
             "{}: the tables have shape {}, [1, 1 or {}, {} or more, {}] is expected", op, of_cos,
             of_x[1], of_x[2], of_x[3]);
    return {.of_middle = of_cos[1] == 1 ? 0 : of_cos[2] / 32, .of_row = 1};
}

// Tables of decode: one row for each user.
Walk decode_walk(std::string_view op, const Tensor& x, const Tensor& cos, std::uint32_t first = 0) {
    const auto &of_x = x.padded_shape(), &of_cos = cos.padded_shape();
    TT_FATAL(of_x[0] == 1 && of_cos[0] == 1 && (of_cos[1] == 1 || of_cos[1] >= of_x[1] + first),
             "{}: tables {} have no row for each user of {}", op, of_cos, of_x);
    const std::uint32_t lines = of_cos[2] / 32;
    return {first * lines, of_cos[1] == 1 ? 0 : lines, 0, true};
}

}  // namespace

Tensor rotary_embedding(const Tensor& x, const Tensor& cos, const Tensor& sin,
                        std::optional<std::uint32_t> token_index,
                        const std::optional<MemoryConfig>& memory_config,
                        std::optional<const DeviceComputeKernelConfig>) {
    const std::string_view op = "rotary_embedding";
    check_tables(op, x, cos, sin);
    check_halves(op, x);
    if (!token_index) return rotated(x, {&x, &cos, &sin}, prefill_walk(op, x, cos), memory_config);
    TT_FATAL(*token_index < cos.logical_shape()[2], "{}: token {} is beyond the {} of the tables",
             op, *token_index, cos.logical_shape()[2]);
    const Tensor c = row_of(cos, *token_index), s = row_of(sin, *token_index);
    return rotated(x, {&x, &c, &s}, {.one_row = true}, memory_config);
}

Tensor rotary_embedding_hf(const Tensor& x, const Tensor& cos, const Tensor& sin,
                           bool is_decode_mode, const std::optional<MemoryConfig>& memory_config,
                           std::optional<const DeviceComputeKernelConfig>) {
    const std::string_view op = "rotary_embedding_hf";
    check_tables(op, x, cos, sin);
    check_halves(op, x);
    return rotated(x, {&x, &cos, &sin},
                   is_decode_mode ? decode_walk(op, x, cos) : prefill_walk(op, x, cos),
                   memory_config);
}

Tensor rotary_embedding_llama(const Tensor& x, const Tensor& cos, const Tensor& sin,
                              const Tensor& trans_mat, bool is_decode_mode,
                              const std::optional<MemoryConfig>& memory_config,
                              std::optional<const DeviceComputeKernelConfig>) {
    const std::string_view op = "rotary_embedding_llama";
    check_tables(op, x, cos, sin);
    eltwise::need_device(op, trans_mat);
    return rotated(x, {&x, &cos, &sin, &trans_mat},
                   is_decode_mode ? decode_walk(op, x, cos) : prefill_walk(op, x, cos),
                   memory_config);
}

std::tuple<Tensor, Tensor> rotary_embedding_llama_fused_qk(
    const Tensor& q, const Tensor& k, const Tensor& cos, const Tensor& sin, const Tensor& trans_mat,
    std::optional<const DeviceComputeKernelConfig>) {
    const std::string_view op = "rotary_embedding_llama_fused_qk";
    check_tables(op, q, cos, sin);
    check_tables(op, k, cos, sin);
    eltwise::need_device(op, trans_mat);
    const std::uint32_t users = q.logical_shape()[1];
    TT_FATAL(k.logical_shape()[1] == users && cos.logical_shape()[1] == 2 * users,
             "{}: q {}, k {}: as many users each are expected, and tables {} of twice as many", op,
             q.logical_shape(), k.logical_shape(), cos.logical_shape());
    return {rotated(q, {&q, &cos, &sin, &trans_mat}, decode_walk(op, q, cos), std::nullopt),
            rotated(k, {&k, &cos, &sin, &trans_mat}, decode_walk(op, k, cos, users), std::nullopt)};
}

Tensor rotate_half(const Tensor& input, const std::optional<MemoryConfig>& memory_config) {
    const std::string_view op = "rotate_half";
    eltwise::need_device(op, input);
    const std::uint32_t width = input.logical_shape()[-1], half = width / 2;
    TT_FATAL(width % 2 == 0, "{}: rows of {} have no halves", op, width);
    const std::vector<Tensor> sources{neg(input, DRAM_MEMORY_CONFIG), input};
    data_movement::Map map = data_movement::identity(input.logical_shape());
    map.parts.push_back(map.parts[0]);
    const auto last = static_cast<std::int32_t>(map.shape.rank()) - 1;
    map.parts[0].axes.back() = {0, half, half, 1, last};
    map.parts[1].axes.back() = {half, width, 0, 1, last};
    map.parts[1].source = 1;
    return data_movement::remap(
        op, sources, map, input.logical_shape(),
        data_movement::result_memory(memory_config, input, input.logical_shape()));
}

}  // namespace ttnn::experimental

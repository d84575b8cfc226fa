// The program of attention.
#include "ops/transformer/attention.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/chunks.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/run.hpp"

namespace ttnn::transformer {

using namespace tt::tt_metal;

namespace {

using kv_cache::View;
using MetalShape = tt::tt_metal::Shape;

// In tiles: of queries, of keys at a time, of a key and of a value.
struct Cut {
    std::uint32_t height, chunk, width, value_width;
};

// Which tensors follow the first three, in this order.
struct Others {
    bool mask, sink, table, positions;
};

struct AttentionOp {
    static constexpr std::string_view name = "scaled_dot_product_attention";
    struct Args {
        bool decode, causal, shared;
        Others others;
        Cut cut;
        View view;
        std::uint32_t keys, window, value_elements;
        DataType dtype;
        MemoryConfig memory;
        MathFidelity fidelity;
        std::optional<CoreRangeSet> cores;
        Live<float> scale;
        Live<std::vector<std::uint32_t>> positions;
    };
    static constexpr std::uint32_t kReader = 0, kMath = 2, kFirstPosition = 32, kScale = 4;

    struct Tensors {
        const Tensor *q, *k, *v, *mask = nullptr, *sink = nullptr, *table = nullptr,
                                 *positions = nullptr;
    };
    static Tensors tensors(const Args& args, Inputs in) {
        Tensors all{&in[0], &in[1], &in[2]};
        std::size_t next = 3;
        if (args.others.mask) all.mask = &in[next++];
        if (args.others.sink) all.sink = &in[next++];
        if (args.others.table) all.table = &in[next++];
        if (args.others.positions) all.positions = &in[next++];
        return all;
    }

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const MetalShape& q = in[0].logical_shape();
        return {eltwise::spec_like(MetalShape({q[0], q[1], q[2], args.value_elements}), args.dtype,
                                   Layout::TILE, args.memory)};
    }
    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        std::vector<DynamicRuntimeArg> values{
            {kMath, {}, kScale, std::bit_cast<std::uint32_t>(args.scale.value), true}};
        for (std::uint32_t i = 0; i < args.positions.value.size(); i++)
            values.push_back({kReader, {}, kFirstPosition + i, args.positions.value[i], true});
        return values;
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

// How the work is cut into units.
struct Units {
    std::uint32_t heads, kv_heads, rows, pieces, count;
};

Units units_of(const AttentionOp::Args& args, const Tensor& q) {
    const auto &logical = q.logical_shape(), &padded = q.padded_shape();
    const std::uint32_t kv_heads = args.view.heads, rows = padded[2] / 32;
    if (args.decode) return {logical[2], kv_heads, rows, kv_heads, logical[1] * kv_heads};
    const std::uint32_t pieces = data_movement::parts_of(rows, args.cut.height);
    return {logical[1], kv_heads, rows, pieces, logical[0] * logical[1] * pieces};
}

std::vector<std::uint32_t> shared_words(const AttentionOp::Args& args, const Units& units) {
    return {units.heads,    units.kv_heads, units.rows,           args.cut.height,
            args.cut.chunk, args.cut.width, args.cut.value_width, units.pieces};
}

KernelDescriptor attention_reader(const AttentionOp::Args& args, Inputs in, const Units& units,
                                  const program::Split& split) {
    const auto all = AttentionOp::tensors(args, in);
    KernelDescriptor kernel =
        program::data_mover("ops/transformer/kernels/read_attention.cpp", true, split.cores);
    kernel.compile_time_args = {
        args.decode,           args.causal,
        args.others.mask,      all.table != nullptr ? kv_cache::entry_bytes(*all.table) : 0,
        args.others.positions, args.others.sink};
    const auto mask = all.mask != nullptr ? all.mask->padded_shape() : MetalShape({1, 1, 1, 32});
    const bool one_page = all.sink != nullptr && all.sink->logical_shape().rank() == 2;
    KernelDescriptor::RTArgList words;
    words.append(shared_words(args, units));
    words.append({args.keys, 0, args.window, in[0].logical_shape()[-1] % 32, args.shared ? 0u : 1u,
                  all.v->padded_shape()[-1] / 32, mask[0] > 1 ? mask[1] : 0, mask[1] > 1 ? 1u : 0u,
                  mask[-1] / 32, one_page ? 1u : 0u, args.view.heads, args.view.tokens, 1});
    words.push_back(args.view.wrap);
    std::vector<const Tensor*> sources{all.q, all.k, all.v, all.mask, all.sink};
    for (const Tensor* tensor : sources) {
        const Tensor& one = tensor != nullptr ? *tensor : *all.k;
        program::append(kernel, one);
        words.push_back(one.buffer());
    }
    KernelDescriptor::RTArgList unused;
    for (const Tensor* list : {all.table, all.positions}) {
        words.push_back((list != nullptr ? *list : *all.k).buffer());
        words.push_back(list != nullptr ? kv_cache::row_bytes(*list) : 0u);
    }
    const Tensor* list = all.table != nullptr ? all.table : all.positions;
    program::append_late(kernel, unused, list != nullptr ? *list : *all.k);
    words.push_back(0u);
    words.append(args.positions.value);
    kernel.emplace_common_runtime_args(words);
    data_movement::add_shares(kernel, split);
    return kernel;
}

KernelDescriptor attention_writer(const AttentionOp::Args& args, const Units& units,
                                  const Tensor& out, const program::Split& split) {
    KernelDescriptor kernel =
        program::data_mover("ops/transformer/kernels/write_attention.cpp", false, split.cores);
    kernel.compile_time_args = {args.decode, args.decode && units.kv_heads > 1};
    program::append_sized(kernel, out);
    KernelDescriptor::RTArgList words;
    words.append(shared_words(args, units));
    words.push_back(out.buffer());
    kernel.emplace_common_runtime_args(words);
    data_movement::add_shares(kernel, split);
    return kernel;
}

constexpr std::uint8_t kSumCb = 12, kValuesCb = 13, kShrinkCb = 14;

KernelDescriptor attention_math(const AttentionOp::Args& args, const Tensor& out,
                                const program::Split& split) {
    KernelDescriptor math = program::compute("ops/transformer/kernels/attend.cpp", split.cores,
                                             {{kSumCb, DataType::FLOAT32},
                                              {kValuesCb, DataType::FLOAT32},
                                              {kShrinkCb, DataType::FLOAT32}},
                                             out.dtype());
    std::get<ComputeConfigDescriptor>(math.config).math_fidelity = args.fidelity;
    math.compile_time_args = {args.others.sink};
    math.emplace_common_runtime_args({args.cut.height, args.cut.chunk, args.cut.width,
                                      args.cut.value_width,
                                      std::bit_cast<std::uint32_t>(args.scale.value)});
    for (const program::Share& share : split.shares)
        math.emplace_runtime_args(share.core, {share.count});
    return math;
}

// A circular buffer of tiles: its number, type and tiles.
struct TileBuffer {
    std::uint8_t index;
    DataType dtype;
    std::uint32_t tiles;
};

std::vector<TileBuffer> buffers_of(const Cut& cut, DataType q, DataType k, DataType v,
                                   DataType out) {
    const std::uint32_t h = cut.height, c = cut.chunk;
    const auto half = DataType::BFLOAT16, full = DataType::FLOAT32;
    return {{0, q, h * cut.width},
            {1, k, 2 * c * cut.width},
            {2, v, 2 * c * cut.value_width},
            {3, half, h * c},
            {5, half, 1},
            {6, half, h},
            {7, half, 6},
            {8, full, h * cut.width},
            {9, full, h * c},
            {10, half, h * c},
            {11, half, h},
            {15, half, h},
            {kSumCb, full, 2 * h},
            {kValuesCb, full, 2 * h * cut.value_width},
            {kShrinkCb, full, h},
            {16, out, h * cut.value_width},
            {19, half, 1}};
}

std::uint64_t bytes_of(const std::vector<TileBuffer>& buffers) {
    std::uint64_t bytes = 4096;
    for (const TileBuffer& one : buffers) bytes += 1ull * one.tiles * tile_size(one.dtype);
    return bytes;
}

ProgramDescriptor AttentionOp::program(const Args& args, Inputs in, Outputs out) {
    const auto all = tensors(args, in);
    const Units units = units_of(args, in[0]);
    const program::Split split = program::split(*in[0].device(), units.count, args.cores);
    ProgramDescriptor program;
    for (const TileBuffer& one :
         buffers_of(args.cut, in[0].dtype(), in[1].dtype(), in[2].dtype(), out[0].dtype()))
        program.cbs.push_back(program::tile_buffer(one.index, one.dtype, split.cores, one.tiles));
    const auto row = [&](std::uint8_t index, std::uint32_t bytes, std::uint32_t pages) {
        program.cbs.push_back(
            program::circular_buffer(index, DataType::UINT32, bytes, pages, split.cores));
    };
    row(4, 64, 2);
    row(17, all.table != nullptr ? kv_cache::row_bytes(*all.table) : 64, 1);
    row(18, all.positions != nullptr ? kv_cache::row_bytes(*all.positions) : 64, 1);
    program.kernels = {attention_reader(args, in, units, split),
                       attention_writer(args, units, out[0], split),
                       attention_math(args, out[0], split)};
    return program;
}

std::uint64_t free_l1(MeshDevice& device) {
    const auto base = device.allocator()->get_base_allocator_addr(HalMemType::L1);
    const auto top = device.lowest_occupied_compute_l1_address();
    return (top ? *top : device.l1_size_per_core()) - base;
}

// Tile rows that the heads of one kv head lie in.
std::uint32_t decode_height(std::uint32_t heads, std::uint32_t kv_heads) {
    const std::uint32_t group = heads / kv_heads;
    std::uint32_t most = 1;
    for (std::uint32_t first = 0; first < heads; first += group)
        most = std::max(most, (first + group - 1) / 32 - first / 32 + 1);
    return most;
}

std::optional<CoreRangeSet> cores_of(const AttentionCall& call) {
    if (!call.config) return std::nullopt;
    if (call.config->sub_core_grids) return call.config->sub_core_grids;
    const CoreCoord grid = call.config->compute_with_storage_grid_size;
    if (grid.x == 0 || grid.y == 0) return std::nullopt;
    return CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
}

// Chunks as asked for, or some that fit L1; queries in as many units as there are cores.
Cut cut_of(const AttentionCall& call, const AttentionOp::Args& args, const Tensor& q,
           const Tensor& k, const Tensor& v) {
    MeshDevice& device = *q.device();
    const CoreCoord grid = device.compute_with_storage_grid_size();
    const auto& shape = q.padded_shape();
    const std::uint32_t keys = (args.keys + 31) / 32;
    Cut cut{.height = std::min(shape[2] / 32, 4u),
            .chunk = std::min(keys, 8u),
            .width = shape[-1] / 32,
            .value_width = (args.value_elements + 31) / 32};
    const auto heads = static_cast<std::uint64_t>(shape[0]) * shape[1];
    while (cut.height > 1 && heads * data_movement::parts_of(shape[2] / 32, cut.height) <
                                 static_cast<std::uint64_t>(grid.x * grid.y))
        cut.height /= 2;
    if (call.config && call.config->q_chunk_size != 0 && !call.decode)
        cut.height =
            std::min(static_cast<std::uint32_t>(call.config->q_chunk_size / 32), shape[2] / 32);
    if (call.config && call.config->k_chunk_size != 0)
        cut.chunk = std::min(static_cast<std::uint32_t>(call.config->k_chunk_size / 32), keys);
    if (call.decode) cut.height = decode_height(q.logical_shape()[2], args.view.heads);
    const auto bytes = [&] {
        return bytes_of(buffers_of(cut, q.dtype(), k.dtype(), v.dtype(), args.dtype));
    };
    while (bytes() > free_l1(device) && (cut.chunk > 1 || (cut.height > 1 && !call.decode)))
        if (cut.chunk > 1 && (cut.chunk >= cut.height || call.decode))
            cut.chunk /= 2;
        else
            cut.height /= 2;
    return cut;
}

void check(const AttentionCall& call, const Tensor& q, const Tensor& k, const Tensor& v) {
    for (const Tensor* tensor : {&q, &k, &v}) {
        eltwise::need_device(call.op, *tensor);
        TT_FATAL(is_floating_point(tensor->dtype()), "{}: Unsupported data type {}", call.op,
                 tensor->dtype());
        TT_FATAL(tensor->logical_shape().rank() == 4,
                 "{}: a tensor has shape {}, 4 dimensions are expected", call.op,
                 tensor->logical_shape());
    }
    for (const Tensor* tensor : {&k, &v})
        TT_FATAL(tensor->layout() == Layout::TILE, "{}: Inputs to SDPA must be tilized", call.op);
    const std::uint32_t heads = q.logical_shape()[call.decode ? 2 : 1];
    TT_FATAL(call.view->heads != 0 && heads % call.view->heads == 0,
             "{}: Q num_heads must be divisible by K num_heads. Got Q: {}, K: {}", call.op, heads,
             call.view->heads);
    if (!call.config) return;
    TT_FATAL(call.config->q_chunk_size % 32 == 0 && call.config->k_chunk_size % 32 == 0,
             "{}: q_chunk_size ({}) and k_chunk_size ({}) must be divisible by TILE_SIZE (32)",
             call.op, call.config->q_chunk_size, call.config->k_chunk_size);
}

Tensor plain_mask(const AttentionCall& call, const Tensor& q) {
    const Tensor& mask = *call.mask;
    eltwise::need_device(call.op, mask);
    const auto &of_mask = mask.logical_shape(), &of_q = q.logical_shape();
    TT_FATAL(mask.layout() == Layout::TILE,
             "{}: When mask is provided to SDPA, the tensor must be tilized", call.op);
    TT_FATAL(of_mask.rank() == 4 && mask.padded_shape()[2] == q.padded_shape()[2],
             "{}: the mask has shape {}, [1 or {}, 1 or {}, {}, keys] is expected", call.op,
             of_mask, of_q[0], of_q[1], of_q[2]);
    TT_FATAL(of_mask[3] >= call.keys, "{}: the mask has {} columns, there are {} keys", call.op,
             of_mask[3], call.keys);
    return mask.dtype() == DataType::BFLOAT16 ? mask : typecast(mask, DataType::BFLOAT16);
}

MathFidelity fidelity_of(const AttentionCall& call) {
    return call.compute ? call.compute->math_fidelity : MathFidelity::HiFi2;
}

}  // namespace

Tensor attend(const AttentionCall& call, const Tensor& queries, const Tensor& k, const Tensor& v) {
    check(call, queries, k, v);
    const Tensor q = ttnn::to_layout(queries, Layout::TILE);
    const std::uint32_t size = q.logical_shape()[-1];
    const std::uint32_t value_size =
        call.value_width != 0 ? call.value_width : v.logical_shape()[-1];
    const float scale = call.scale.value_or(1 / std::sqrt(static_cast<float>(size)));
    // Heads that share a tile are written row by row, which block floats cannot be.
    const bool rows = call.decode && call.view->heads > 1;
    const DataType dtype = rows && is_block_float(q.dtype()) ? DataType::BFLOAT16 : q.dtype();
    const MetalShape shape(
        {q.logical_shape()[0], q.logical_shape()[1], q.logical_shape()[2], value_size});
    const MemoryConfig memory =
        data_movement::result_memory(call.memory.value_or(DRAM_MEMORY_CONFIG), q, shape);
    AttentionOp::Args args{.decode = call.decode,
                           .causal = call.causal,
                           .shared = call.shared,
                           .others = {call.mask.has_value(), call.sink.has_value(),
                                      call.table.has_value(), call.position_list.has_value()},
                           .cut = {},
                           .view = *call.view,
                           .keys = call.keys,
                           .window = call.window,
                           .value_elements = value_size,
                           .dtype = dtype,
                           .memory = memory,
                           .fidelity = fidelity_of(call),
                           .cores = cores_of(call),
                           .scale = scale * std::numbers::log2e_v<float>,
                           .positions = call.positions};
    args.cut = cut_of(call, args, q, k, v);
    std::vector<Tensor> others;
    if (call.mask) others.push_back(plain_mask(call, q));
    if (call.sink)
        others.push_back(call.sink->dtype() == DataType::BFLOAT16
                             ? *call.sink
                             : typecast(*call.sink, DataType::BFLOAT16));
    if (call.table) others.push_back(*call.table);
    if (call.position_list) others.push_back(*call.position_list);
    std::vector<const Tensor*> all{&q, &k, &v};
    for (const Tensor& one : others) all.push_back(&one);
    const Tensor result = run<AttentionOp>(args, all).front();
    return result.dtype() == q.dtype() ? result : typecast(result, q.dtype());
}

}  // namespace ttnn::transformer

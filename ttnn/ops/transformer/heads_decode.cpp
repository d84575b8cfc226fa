// Heads of one token for each user: users and heads are rows of tiles here and there.
#include <algorithm>
#include <array>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/work_split.hpp>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/experimental/transformer/nlp_concat_heads_decode/nlp_concat_heads_decode.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_decode/nlp_create_qkv_heads_decode.hpp"
#include "ttnn/operations/experimental/transformer/nlp_kv_cache_load_slice/nlp_kv_cache_load_slice.hpp"

namespace ttnn::experimental {

using namespace tt::tt_metal;

namespace {

using data_movement::Axis;
using data_movement::Map;
using MetalShape = tt::tt_metal::Shape;

CoreRangeSet whole_grid(const Tensor& tensor) {
    const CoreCoord grid = tensor.device()->compute_with_storage_grid_size();
    return CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
}

// So many cores from `skipped` on, row by row.
CoreRangeSet some_cores(const CoreRangeSet& of, std::uint32_t skipped, std::uint32_t count) {
    const auto all = corerange_to_cores(of, std::nullopt, true);
    TT_FATAL(skipped + count <= all.size(), "heads: {} cores are needed, there are {}",
             skipped + count, all.size());
    std::vector<CoreRange> ranges;
    for (std::uint32_t i = 0; i < count; i++) ranges.emplace_back(all[skipped + i]);
    return CoreRangeSet(std::move(ranges)).merge_ranges();
}

MemoryConfig sharded(TensorMemoryLayout kind, const CoreRangeSet& cores, std::uint32_t rows,
                     std::uint32_t columns) {
    return MemoryConfig(kind, BufferType::L1, ShardSpec(cores, {rows, columns}));
}

// The first user that a tensor of one number names.
std::uint32_t first_user(std::string_view op, const std::optional<const Tensor>& offset) {
    if (!offset) return 0;
    TT_FATAL(offset->device()->num_devices() == 1,
             "{}: batch_offset is not supported on meshes of several devices", op);
    return offset->dtype() == DataType::INT32
               ? static_cast<std::uint32_t>(offset->to_vector<std::int32_t>().at(0))
               : offset->to_vector<std::uint32_t>().at(0);
}

struct DecodeHeads {
    std::uint32_t first, users, heads, size, column;
};

// Rows of users to heads of users.
Tensor take(std::string_view op, const Tensor& input, const DecodeHeads& part,
            const CoreRangeSet& cores, const std::optional<Tensor>& output) {
    Map map{MetalShape({1, part.users, part.heads, part.size}), {{}}};
    map.parts[0].axes = {{0, 1, 0, 1, 0},
                         {0, part.users, part.first, 1, 2},
                         {0, part.heads, part.column, part.size, 3},
                         {0, part.size, 0, 1, 3}};
    const MemoryConfig memory = output ? output->memory_config()
                                       : sharded(TensorMemoryLayout::HEIGHT_SHARDED, cores,
                                                 (part.heads + 31) / 32 * 32, part.size);
    return data_movement::remap(op, {&input, 1}, map, map.shape, memory, 0, std::nullopt, output);
}

}  // namespace

std::tuple<Tensor, Tensor, Tensor> nlp_create_qkv_heads_decode(
    const Tensor& input, std::uint32_t num_heads, std::optional<const std::uint32_t> num_kv_heads,
    std::optional<std::array<Tensor, 3>>& optional_output_tensors,
    std::optional<const bool> overlap_qk_coregrid, const std::optional<const Tensor>& batch_offset,
    std::optional<const std::uint32_t> slice_size,
    const std::optional<MemoryConfig>& memory_config) {
    const std::string_view op = "nlp_create_qkv_heads_decode";
    eltwise::need_device(op, input);
    const MetalShape& shape = input.logical_shape();
    const std::uint32_t kv_heads = num_kv_heads.value_or(num_heads);
    TT_FATAL(shape.rank() == 4 && shape[0] == 1 && shape[1] == 1,
             "{}: the input has shape {}, [1, 1, users, width] is expected", op, shape);
    TT_FATAL(shape[3] % (num_heads + 2 * kv_heads) == 0,
             "{}: a width of {} does not divide into {} heads", op, shape[3],
             num_heads + 2 * kv_heads);
    TT_FATAL(batch_offset.has_value() == slice_size.has_value(),
             "{}: Both batch_offset and slice_size must be specified or not", op);
    const std::uint32_t size = shape[3] / (num_heads + 2 * kv_heads);
    const std::uint32_t first = first_user(op, batch_offset), users = slice_size.value_or(shape[2]);
    TT_FATAL(users <= 32 && first + users <= shape[2],
             "{}: users {} to {} are asked for, at most 32 of the {} that the input has are "
             "allowed",
             op, first, first + users, shape[2]);
    const CoreRangeSet all = memory_config && memory_config->shard_spec()
                                 ? memory_config->shard_spec()->grid
                                 : whole_grid(input);
    const CoreRangeSet of_q = some_cores(all, 0, users);
    const CoreRangeSet of_k =
        overlap_qk_coregrid.value_or(true) ? of_q : some_cores(all, users, users);
    const auto given = [&](std::size_t i) {
        return optional_output_tensors ? std::optional((*optional_output_tensors)[i])
                                       : std::nullopt;
    };
    const std::uint32_t keys = num_heads * size, values = keys + kv_heads * size;
    return {take(op, input, {first, users, num_heads, size, 0}, of_q, given(0)),
            take(op, input, {first, users, kv_heads, size, keys}, of_k, given(1)),
            take(op, input, {first, users, kv_heads, size, values}, of_q, given(2))};
}

Tensor nlp_concat_heads_decode(const Tensor& input, std::uint32_t num_heads,
                               const std::optional<MemoryConfig>& memory_config,
                               const std::optional<Tensor>& optional_output_tensor,
                               const std::optional<CoreRangeSet>& sub_core_grids) {
    const std::string_view op = "nlp_concat_heads_decode";
    eltwise::need_device(op, input);
    const MetalShape& from = input.logical_shape();
    TT_FATAL(from.rank() == 4 && from[0] == 1 && from[1] <= 32,
             "{}: the input has shape {}, [1, users up to 32, heads, size] is expected", op, from);
    TT_FATAL(num_heads <= input.padded_shape()[2], "{}: {} heads are asked for, there are {}", op,
             num_heads, from[2]);
    TT_FATAL(input.is_sharded(), "{}: Operands to TM must be sharded", op);
    const std::uint32_t users = 32, size = from[3];
    Map map{MetalShape({users, num_heads, size}), {{}}};
    map.tiled = {0, 2};
    map.parts[0].axes = {
        {0, from[1], 0, 1, 1}, {0, std::min(num_heads, from[2]), 0, 1, 2}, {0, size, 0, 1, 3}};
    const CoreRangeSet cores =
        some_cores(sub_core_grids ? *sub_core_grids : whole_grid(input), 0, num_heads);
    const MemoryConfig memory =
        optional_output_tensor ? optional_output_tensor->memory_config()
        : memory_config && memory_config->shard_spec()
            ? *memory_config
            : sharded(TensorMemoryLayout::WIDTH_SHARDED, cores, users, size);
    return data_movement::remap(op, {&input, 1}, map, MetalShape({1, 1, users, num_heads * size}),
                                memory, 0, std::nullopt, optional_output_tensor);
}

Tensor nlp_kv_cache_load_slice(const Tensor& input, std::uint32_t seq_len_start,
                               std::uint32_t seq_len_end,
                               const std::optional<MemoryConfig>& memory_config,
                               const std::optional<Tensor>& optional_output_tensor) {
    const std::string_view op = "nlp_kv_cache_load_slice";
    eltwise::need_device(op, input);
    const MetalShape& from = input.logical_shape();
    TT_FATAL(from.rank() == 4 && seq_len_start < seq_len_end && seq_len_end <= from[2],
             "{}: tokens {} to {} of {}", op, seq_len_start, seq_len_end, from);
    TT_FATAL(seq_len_start % 32 == 0 && seq_len_end % 32 == 0,
             "{}: tokens {} to {} are no whole tiles", op, seq_len_start, seq_len_end);
    Map map = data_movement::identity(from);
    const std::uint32_t tokens = seq_len_end - seq_len_start;
    map.shape = MetalShape({from[0], from[1], tokens, from[3]});
    map.parts[0].axes[2] = {0, tokens, seq_len_start, 1, 2};
    const MemoryConfig memory =
        optional_output_tensor ? optional_output_tensor->memory_config()
        : memory_config && memory_config->shard_spec()
            ? *memory_config
            : sharded(TensorMemoryLayout::HEIGHT_SHARDED,
                      some_cores(whole_grid(input), 0, from[0] * from[1]), tokens, from[3]);
    return data_movement::remap(op, {&input, 1}, map, map.shape, memory, 0, std::nullopt,
                                optional_output_tensor);
}

}  // namespace ttnn::experimental

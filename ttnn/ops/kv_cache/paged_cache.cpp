// Caches with positions for each user, in blocks or not: what is allowed.
#include "ttnn/operations/experimental/paged_cache/paged_cache.hpp"

#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/kv_cache/cache.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"

namespace ttnn::experimental {

using namespace tt::tt_metal;

namespace {

using kv_cache::View;
using MaybeTensor = std::optional<const Tensor>;

// How a call sees the blocks of a cache.
struct Geometry {
    std::uint32_t heads, block, size;

    std::uint64_t elements() const { return 1ull * heads * block * size; }
};

void check_geometry(std::string_view op, const Tensor& cache, const Geometry& view) {
    const auto& s = cache.padded_shape();
    const Geometry own{s[1], s[2], s[3]};
    TT_FATAL(view.size % 32 == 0,
             "{}: input_tensor last dim ({}) must be a multiple of TILE_WIDTH (32)", op, view.size);
    TT_FATAL(view.block > 0, "{}: block_size must be > 0", op);
    TT_FATAL(view.elements() == own.elements(),
             "{} geometry mismatch: cache has {} elems/block (kv_heads={}, block_size={}, "
             "head_dim={}) but the call's view is {} (kv_heads={}, block_size={}, head_dim={})",
             op, own.elements(), own.heads, own.block, own.size, view.elements(), view.heads,
             view.block, view.size);
    TT_FATAL(view.block % 32 == 0,
             "{}: effective block_size ({}) must be a multiple of TILE_HEIGHT (32)", op,
             view.block);
}

std::uint32_t wrap_of(std::string_view op, const std::optional<std::uint32_t>& modulo,
                      std::uint32_t block) {
    if (!modulo) return 0;
    TT_FATAL(*modulo > 0 && *modulo % block == 0,
             "{}: cache_position_modulo ({}) must be a positive multiple of effective block_size "
             "({})",
             op, *modulo, block);
    return *modulo / 32;
}

void check_alike(std::string_view op, const Tensor& cache, const Tensor& input) {
    eltwise::need_device(op, cache);
    eltwise::need_device(op, input);
    TT_FATAL(cache.padded_shape().rank() == 4 && input.padded_shape().rank() == 4,
             "{}: the cache is {} and the input {}, 4 dimensions are expected", op,
             cache.padded_shape(), input.padded_shape());
    TT_FATAL(cache.layout() == Layout::TILE, "{}: Cache tensor in update_cache must be tilized",
             op);
}

struct UpdateCall {
    std::string_view op;
    const std::vector<std::uint32_t>& positions;
    const MaybeTensor &position_list, &table;
    bool shared;
    std::uint32_t offset;
    kv_cache::Coordinates devices;
    std::optional<std::uint32_t> block = std::nullopt, heads = std::nullopt, modulo = std::nullopt;
};

void check_paged_only(const UpdateCall& call) {
    TT_FATAL(call.table || !call.block,
             "{}: block_size_override is only supported in paged mode (with a page table)",
             call.op);
    TT_FATAL(call.table || !call.heads,
             "{}: num_kv_heads_override is only supported in paged mode (with a page table)",
             call.op);
    TT_FATAL(call.table || !call.modulo,
             "{}: cache_position_modulo is only supported in paged mode (with a page table)",
             call.op);
}

void check_input(const UpdateCall& call, const Tensor& input) {
    TT_FATAL(input.padded_shape()[0] == 1, "{}: Dim 0 of input tensor must be 1", call.op);
    TT_FATAL(input.dtype() == DataType::FLOAT32 || input.dtype() == DataType::BFLOAT16,
             "{}: Data type of input tensor for update cache must be FLOAT32 or BFLOAT16", call.op);
    TT_FATAL(input.is_sharded(), "{}: Expect input_tensor to be sharded", call.op);
    const auto& spec = input.shard_spec();
    TT_FATAL(!spec || spec->shape[1] == input.padded_shape()[-1],
             "{}: Expect input_tensor to have shard width ({}) equal to the last dimension ({})",
             call.op, spec->shape[1], input.padded_shape()[-1]);
    TT_FATAL(!spec || spec->grid.num_cores() == input.logical_shape()[1],
             "{}: Input tensor shard grid must have num_cores ({}) equal to the number of users / "
             "batch ({})",
             call.op, spec->grid.num_cores(), input.logical_shape()[1]);
    TT_FATAL(call.position_list.has_value() != !call.positions.empty(),
             "{}: Only an update tensor or an update vector can be provided. Not both or neither.",
             call.op);
    TT_FATAL(call.offset == 0, "{}: batch_offset must be 0", call.op);
    const auto users = input.logical_shape()[1];
    const std::size_t given =
        call.position_list ? static_cast<std::size_t>(call.position_list->logical_shape()[-1])
                           : call.positions.size();
    TT_FATAL(given == users, "{}: Number of update_idxs ({}) should match batch size ({})", call.op,
             given, users);
}

View update_view(const UpdateCall& call, const Tensor& cache, const Tensor& input) {
    const auto &of_cache = cache.padded_shape(), &of_input = input.padded_shape();
    if (!call.table) {
        TT_FATAL(of_input[-1] == of_cache[-1],
                 "{}: Last dim of input tensor ({}) must match last dim of cache tensor ({}) in "
                 "non-paged mode",
                 call.op, of_input[-1], of_cache[-1]);
        TT_FATAL(!call.shared || of_cache[0] == 1,
                 "{}: Share cache feature expects cache tensor to have batch of 1", call.op);
        TT_FATAL(call.shared || of_input[1] == of_cache[0],
                 "{}: Expect batch in input tensor match the batch in cache tensor", call.op);
        return {of_cache[1], of_cache[2] / 32, of_cache[3] / 32};
    }
    TT_FATAL(!call.shared, "{}: share_cache not supported with paged cache", call.op);
    TT_FATAL(call.position_list, "{}: Paged cache requires update_idxs tensor", call.op);
    const Geometry geometry{call.heads.value_or(of_cache[1]), call.block.value_or(of_cache[2]),
                            of_input[3]};
    check_geometry(call.op, cache, geometry);
    return {geometry.heads, geometry.block / 32, geometry.size / 32,
            wrap_of(call.op, call.modulo, geometry.block)};
}

void update(const UpdateCall& call, const Tensor& cache, const Tensor& input) {
    check_alike(call.op, cache, input);
    check_paged_only(call);
    check_input(call, input);
    const View view = update_view(call, cache, input);
    const std::uint32_t users = input.logical_shape()[1];
    const Tensor tiles = ttnn::to_layout(input, Layout::TILE);
    kv_cache::Update update{.op = call.op,
                            .view = view,
                            .users = users,
                            .heads = view.heads,
                            .user_rows = false,
                            .shared = call.shared,
                            .positions = call.positions,
                            .devices = kv_cache::flat(call.devices)};
    if (call.position_list)
        update.position_list = kv_cache::plain_rows(call.op, *call.position_list,
                                                    call.position_list->is_sharded() ? 1 : 0);
    if (call.table) update.table = kv_cache::plain_rows(call.op, *call.table, users);
    kv_cache::update(update, cache, tiles);
}

}  // namespace

Tensor paged_update_cache(const Tensor& cache, const Tensor& input,
                          const std::vector<std::uint32_t>& update_idxs,
                          const MaybeTensor& update_idxs_tensor, std::optional<bool> share_cache,
                          const MaybeTensor& page_table, std::uint32_t batch_offset,
                          std::optional<const DeviceComputeKernelConfig>,
                          const kv_cache::Coordinates& mesh_coords,
                          std::optional<std::uint32_t> block_size_override,
                          std::optional<std::uint32_t> num_kv_heads_override,
                          std::optional<std::uint32_t> cache_position_modulo) {
    TT_FATAL(input.layout() == Layout::TILE,
             "paged_update_cache: Input tensor in non-fused update_cache must be tilized");
    update({"paged_update_cache", update_idxs, update_idxs_tensor, page_table,
            share_cache.value_or(false), batch_offset, mesh_coords, block_size_override,
            num_kv_heads_override, cache_position_modulo},
           cache, input);
    return cache;
}

std::tuple<Tensor, Tensor> paged_fused_update_cache(
    const Tensor& cache1, const Tensor& input1, const Tensor& cache2, const Tensor& input2,
    const std::vector<std::uint32_t>& update_idxs, const MaybeTensor& update_idxs_tensor,
    std::optional<bool> share_cache, const MaybeTensor& page_table, std::uint32_t batch_offset,
    std::optional<const DeviceComputeKernelConfig>, const kv_cache::Coordinates& mesh_coords) {
    const UpdateCall call{"paged_fused_update_cache",  update_idxs,  update_idxs_tensor, page_table,
                          share_cache.value_or(false), batch_offset, mesh_coords};
    TT_FATAL(input1.layout() == input2.layout(),
             "{}: input_tensor1 and input_tensor2 must be either both tiled or both row-major",
             call.op);
    const auto &one = input1.shard_spec(), &two = input2.shard_spec();
    TT_FATAL(!one || !two || !one->grid.intersects(two->grid),
             "{}: input_tensor1 ({}) and input_tensor2 ({}) must not overlap", call.op,
             one->grid.str(), two->grid.str());
    update(call, cache1, input1);
    update(call, cache2, input2);
    return {cache1, cache2};
}

Tensor paged_fill_cache(const Tensor& cache, const Tensor& input, const Tensor& page_table,
                        const MaybeTensor& batch_idx_tensor, std::uint32_t batch_idx,
                        std::optional<const DeviceComputeKernelConfig>,
                        const kv_cache::Coordinates& mesh_coords,
                        std::optional<std::uint32_t> block_size_override,
                        std::optional<std::uint32_t> cache_position_modulo,
                        const MaybeTensor& valid_seq_len_tensor) {
    const std::string_view op = "paged_fill_cache";
    check_alike(op, cache, input);
    const auto &of_input = input.padded_shape(), &of_table = page_table.logical_shape();
    const Geometry geometry{of_input[1], block_size_override.value_or(cache.padded_shape()[2]),
                            of_input[3]};
    check_geometry(op, cache, geometry);
    const std::uint32_t wrap = wrap_of(op, cache_position_modulo, geometry.block);
    const std::uint64_t room = 1ull * geometry.block * of_table[-1];
    TT_FATAL((wrap != 0 ? wrap * 32 : of_input[2]) <= room,
             "{}: {} ({}) must fit in max_num_blocks_per_seq ({}) * block_size ({})", op,
             wrap != 0 ? "cache_position_modulo" : "Input seq_len",
             wrap != 0 ? wrap * 32 : of_input[2], of_table[-1], geometry.block);
    TT_FATAL(batch_idx < of_table[0], "{}: Batch idx must be within the page_table batch size", op);
    TT_FATAL(!batch_idx_tensor || batch_idx_tensor->logical_volume() == of_input[0],
             "{}: Batch idx tensor must have input_tensor batch dim ({}) elements, got {}", op,
             of_input[0], batch_idx_tensor->logical_volume());
    TT_FATAL(!valid_seq_len_tensor || valid_seq_len_tensor->logical_volume() == 1,
             "{}: valid_seq_len tensor must contain exactly 1 element, got {}", op,
             valid_seq_len_tensor->logical_volume());
    TT_FATAL(!valid_seq_len_tensor || wrap != 0,
             "{}: valid_seq_len tensor is only supported when cache_position_modulo is set", op);
    kv_cache::Fill fill{.op = op,
                        .view = {geometry.heads, geometry.block / 32, geometry.size / 32, wrap},
                        .user = batch_idx,
                        .table = kv_cache::plain_rows(op, page_table, of_table[0]),
                        .devices = kv_cache::flat(mesh_coords)};
    if (batch_idx_tensor) fill.users = kv_cache::plain_rows(op, *batch_idx_tensor, 0);
    if (valid_seq_len_tensor) fill.valid = kv_cache::plain_rows(op, *valid_seq_len_tensor, 0);
    kv_cache::fill(fill, cache, input);
    return cache;
}

}  // namespace ttnn::experimental

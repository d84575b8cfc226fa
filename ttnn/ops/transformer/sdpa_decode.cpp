// Attention of one query for each user: what is allowed.
#include "ttnn/operations/transformer/sdpa_decode/sdpa_decode.hpp"

#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/transformer/attention.hpp"

namespace ttnn::transformer {

using namespace tt::tt_metal;
using operations::transformer::PagedCacheGeometryOverride;
using operations::transformer::SDPAProgramConfig;

namespace {

using MaybeTensor = std::optional<const Tensor>;

// What all forms are told.
struct Asked {
    bool causal;
    const MaybeTensor &mask, &positions, &sink;
    std::optional<float> scale;
    std::optional<std::uint32_t> window;
    const std::optional<MemoryConfig>& memory;
    const std::optional<SDPAProgramConfig>& config;
    const std::optional<DeviceComputeKernelConfig>& compute;
};

AttentionCall call_of(std::string_view op, const Asked& asked) {
    AttentionCall call{.op = op,
                       .decode = true,
                       .causal = asked.causal,
                       .mask = asked.mask,
                       .sink = asked.sink,
                       .scale = asked.scale,
                       .window = asked.window.value_or(0),
                       .memory = asked.memory,
                       .config = asked.config,
                       .compute = asked.compute};
    TT_FATAL(!asked.causal || !asked.mask,
             "{}: Must not have attn_mask tensor for causal attention", op);
    TT_FATAL(asked.causal || !asked.window, "{}: a sliding window needs causal attention", op);
    if (asked.causal && asked.positions) {
        TT_FATAL(asked.positions->dtype() == DataType::INT32,
                 "{}: Expect cur_pos to be INT32, got {}", op, asked.positions->dtype());
        call.position_list =
            kv_cache::plain_rows(op, *asked.positions, asked.positions->is_sharded() ? 1 : 0);
    }
    return call;
}

void check_queries(const AttentionCall& call, const Tensor& q, const Tensor& k, const Tensor& v) {
    for (const Tensor* tensor : {&q, &k, &v}) eltwise::need_device(call.op, *tensor);
    const auto &of_q = q.logical_shape(), &of_k = k.logical_shape(), &of_v = v.logical_shape();
    TT_FATAL(of_q.rank() == 4 && of_k.rank() == 4 && of_v.rank() == 4,
             "{}: Q {}, K {}, V {}: 4 dimensions are expected", call.op, of_q, of_k, of_v);
    TT_FATAL(of_q[0] == 1, "{}: Q tensor batch size must be 1 for decode mode but got {}", call.op,
             of_q[0]);
    TT_FATAL(of_k[1] == of_v[1] && of_k[2] == of_v[2],
             "{}: K {} and V {} must have the same heads and length", call.op, of_k, of_v);
    const bool listed = call.position_list.has_value();
    TT_FATAL(!call.causal || listed || call.positions.size() == of_q[1],
             "{}: cur_pos has {} entries, one for each of the {} users is expected", call.op,
             call.positions.size(), of_q[1]);
    TT_FATAL(!listed || call.position_list->logical_volume() == of_q[1],
             "{}: cur_pos must have batch size equal to Q, got {} and {}", call.op,
             listed ? call.position_list->logical_volume() : 0, of_q[1]);
}

Tensor attend_plain(AttentionCall& call, const Tensor& q, const Tensor& k, const Tensor& v,
                    bool shared) {
    check_queries(call, q, k, v);
    const auto &of_q = q.logical_shape(), &of_k = k.logical_shape();
    TT_FATAL(of_q[3] == of_k[3],
             "{}: K tensor hidden dimension ({}) must equal Q tensor hidden dimension ({})",
             call.op, of_k[3], of_q[3]);
    TT_FATAL(!shared || of_k[0] == 1,
             "{}: Share cache expects K to have batch size of 1, but got {}", call.op, of_k[0]);
    TT_FATAL(shared || of_k[0] == of_q[1], "{}: K tensor batch size ({}) must equal B ({})",
             call.op, of_k[0], of_q[1]);
    call.shared = shared;
    call.view = kv_cache::View{of_k[1], k.padded_shape()[2] / 32, 1};
    call.keys = of_k[2];
    for (const std::uint32_t at : call.positions)
        TT_FATAL(static_cast<std::int32_t>(at) < static_cast<std::int32_t>(call.keys),
                 "{}: cur_pos must be <= K sequence dim: {} and {}", call.op, at, call.keys);
    return attend(call, q, k, v);
}

// A paged cache as it is, or as the call wants to see it.
std::uint32_t see_pages(AttentionCall& call, const Tensor& q, const Tensor& k,
                        const std::optional<PagedCacheGeometryOverride>& geometry) {
    const auto& cache = k.padded_shape();
    const std::uint32_t size = q.padded_shape()[-1];
    std::uint32_t heads = cache[1], block = cache[2];
    if (geometry) {
        heads = geometry->num_kv_heads;
        block = geometry->block_size;
        TT_FATAL(block > 0, "{}: PagedCacheGeometryOverride.block_size must be > 0", call.op);
        TT_FATAL(heads > 0, "{}: PagedCacheGeometryOverride.num_kv_heads must be > 0", call.op);
    }
    const std::uint64_t own = 1ull * cache[1] * cache[2] * cache[3],
                        seen = 1ull * heads * block * size;
    TT_FATAL(own == seen,
             "{} geometry mismatch: cache has {} elems/block (kv_heads={}, block_size={}, "
             "head_dim={}) but call view is {} (kv_heads={}, block_size={}, head_dim={})",
             call.op, own, cache[1], cache[2], cache[3], seen, heads, block, size);
    TT_FATAL(block % 32 == 0,
             "{}: effective block_size ({}) must be a multiple of TILE_HEIGHT (32)", call.op,
             block);
    call.view = kv_cache::View{heads, block / 32, 1};
    return block;
}

Tensor attend_pages(AttentionCall& call, const Tensor& q, const Tensor& k, const Tensor& v,
                    const Tensor& table, const std::optional<PagedCacheGeometryOverride>& geometry,
                    std::optional<std::uint32_t> modulo) {
    TT_FATAL(!call.causal || call.position_list,
             "{}: Must have cur_pos tensor for paged attention in causal mode", call.op);
    check_queries(call, q, k, v);
    const std::uint32_t block = see_pages(call, q, k, geometry);
    if (modulo) {
        TT_FATAL(*modulo > 0, "{}: cache_position_modulo must be > 0 when provided", call.op);
        TT_FATAL(*modulo % block == 0,
                 "{}: cache_position_modulo ({}) must be a multiple of effective block_size ({})",
                 call.op, *modulo, block);
        TT_FATAL(call.window == 0 || *modulo >= call.window,
                 "{}: cache_position_modulo ({}) must be >= sliding_window_size ({})", call.op,
                 *modulo, call.window);
        call.view->wrap = *modulo / 32;
    }
    const std::uint32_t entries = table.logical_shape()[-1];
    call.table = kv_cache::plain_rows(call.op, table, q.logical_shape()[1]);
    // Positions in a cache that wraps go on beyond what it holds.
    call.keys = modulo ? 1u << 30 : entries * block;
    return attend(call, q, k, v);
}

void check_latent(AttentionCall& call, const Tensor& v, std::uint32_t size) {
    TT_FATAL(size % 32 == 0 && size <= v.logical_shape()[-1],
             "{}: head_dim_v is {}, a multiple of 32 up to {} is allowed", call.op, size,
             v.logical_shape()[-1]);
    call.value_width = size;
}

}  // namespace

// NOLINTBEGIN(performance-unnecessary-value-param): upstream's signatures
Tensor scaled_dot_product_attention_decode(
    const Tensor& q, const Tensor& k, const Tensor& v, bool is_causal, const MaybeTensor& attn_mask,
    const std::vector<std::uint32_t>& cur_pos, const MaybeTensor& cur_pos_tensor,
    const MaybeTensor& attention_sink, std::optional<float> scale,
    std::optional<std::uint32_t> sliding_window_size,
    const std::optional<MemoryConfig>& memory_config,
    std::optional<SDPAProgramConfig> program_config,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config,
    std::optional<bool> share_cache) {
    AttentionCall call =
        call_of("scaled_dot_product_attention_decode",
                {is_causal, attn_mask, cur_pos_tensor, attention_sink, scale, sliding_window_size,
                 memory_config, program_config, compute_kernel_config});
    if (is_causal && !cur_pos_tensor) call.positions = cur_pos;
    return attend_plain(call, q, k, v, share_cache.value_or(false));
}

Tensor paged_scaled_dot_product_attention_decode(
    const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& page_table, bool is_causal,
    const MaybeTensor& attn_mask, const MaybeTensor& cur_pos_tensor,
    const MaybeTensor& attention_sink, std::optional<float> scale,
    std::optional<std::uint32_t> sliding_window_size,
    const std::optional<MemoryConfig>& memory_config,
    std::optional<SDPAProgramConfig> program_config,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config,
    std::optional<PagedCacheGeometryOverride> paged_cache_geometry,
    std::optional<std::uint32_t> cache_position_modulo) {
    AttentionCall call =
        call_of("paged_scaled_dot_product_attention_decode",
                {is_causal, attn_mask, cur_pos_tensor, attention_sink, scale, sliding_window_size,
                 memory_config, program_config, compute_kernel_config});
    return attend_pages(call, q, k, v, page_table, paged_cache_geometry, cache_position_modulo);
}

Tensor flash_multi_latent_attention_decode(
    const Tensor& q, const Tensor& k, const MaybeTensor& v, std::uint32_t head_dim_v,
    bool is_causal, const MaybeTensor& attn_mask, const std::vector<std::uint32_t>& cur_pos,
    const MaybeTensor& cur_pos_tensor, const MaybeTensor& attention_sink,
    std::optional<float> scale, std::optional<std::uint32_t> sliding_window_size,
    const std::optional<MemoryConfig>& memory_config,
    std::optional<SDPAProgramConfig> program_config,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config) {
    AttentionCall call =
        call_of("flash_multi_latent_attention_decode",
                {is_causal, attn_mask, cur_pos_tensor, attention_sink, scale, sliding_window_size,
                 memory_config, program_config, compute_kernel_config});
    if (is_causal && !cur_pos_tensor) call.positions = cur_pos;
    const Tensor& values = v ? *v : k;
    check_latent(call, values, head_dim_v);
    return attend_plain(call, q, k, values, false);
}

Tensor paged_flash_multi_latent_attention_decode(
    const Tensor& q, const Tensor& k, const MaybeTensor& v, std::uint32_t head_dim_v,
    const Tensor& page_table, bool is_causal, const MaybeTensor& attn_mask,
    const MaybeTensor& cur_pos_tensor, const MaybeTensor& attention_sink,
    std::optional<float> scale, std::optional<std::uint32_t> sliding_window_size,
    const std::optional<MemoryConfig>& memory_config,
    std::optional<SDPAProgramConfig> program_config,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config) {
    AttentionCall call =
        call_of("paged_flash_multi_latent_attention_decode",
                {is_causal, attn_mask, cur_pos_tensor, attention_sink, scale, sliding_window_size,
                 memory_config, program_config, compute_kernel_config});
    const Tensor& values = v ? *v : k;
    check_latent(call, values, head_dim_v);
    return attend_pages(call, q, k, values, page_table, std::nullopt, std::nullopt);
}
// NOLINTEND(performance-unnecessary-value-param)

}  // namespace ttnn::transformer

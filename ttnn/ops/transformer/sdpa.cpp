// Attention of many queries: what is allowed, and how keys are found.
#include "ttnn/operations/transformer/sdpa/sdpa.hpp"

#include <limits>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>
#include <utility>

#include "ops/eltwise/eltwise.hpp"
#include "ops/transformer/attention.hpp"
#include "ttnn/operations/data_movement/concat/concat.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"

namespace ttnn::transformer {

using namespace tt::tt_metal;
using operations::transformer::PagedCacheGeometryOverride;
using operations::transformer::SDPAProgramConfig;

namespace {

using MetalShape = tt::tt_metal::Shape;

kv_cache::View plain_view(const Tensor& k) {
    return {k.logical_shape()[1], k.padded_shape()[2] / 32, 1};
}

void check_plain(const AttentionCall& call, const Tensor& q, const Tensor& k, const Tensor& v) {
    for (const Tensor* tensor : {&q, &k, &v}) eltwise::need_device(call.op, *tensor);
    const auto &of_q = q.logical_shape(), &of_k = k.logical_shape(), &of_v = v.logical_shape();
    TT_FATAL(of_q.rank() == 4 && of_k.rank() == 4 && of_v.rank() == 4,
             "{}: Q {}, K {}, V {}: 4 dimensions are expected", call.op, of_q, of_k, of_v);
    TT_FATAL(of_q[0] == of_k[0] && of_k[0] == of_v[0] && of_k[1] == of_v[1] && of_k[2] == of_v[2],
             "{}: Q {}, K {} and V {} must have the same batch, K and V the same heads and length",
             call.op, of_q, of_k, of_v);
    TT_FATAL(of_q[3] == of_k[3], "{}: Q and K must have the same head size, {} and {}", call.op,
             of_q[3], of_k[3]);
    TT_FATAL(!call.causal || !call.mask,
             "{}: attn_mask must not be provided when is_causal is true", call.op);
    TT_FATAL(!call.causal || of_q[2] == of_k[2],
             "{}: Causal SDPA requires Q and K to have the same sequence length. Got Q: {}, K: {}",
             call.op, of_q[2], of_k[2]);
}

// Tokens of one window see each other: a mask made on the host of the ends of the windows.
Tensor window_mask(const Tensor& ends, const Tensor& q, const Tensor& k) {
    const std::uint32_t rows = q.logical_shape()[2], columns = k.logical_shape()[2];
    std::vector<std::uint32_t> list;
    if (ends.dtype() == DataType::INT32)
        for (const std::int32_t end : ends.to_vector<std::int32_t>())
            list.push_back(static_cast<std::uint32_t>(end));
    else
        list = ends.to_vector<std::uint32_t>();
    std::vector<float> mask(std::size_t(rows) * columns, -std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i + 1 < list.size(); i++)
        for (std::uint32_t r = list[i]; r < list[i + 1] && r < rows; r++)
            for (std::uint32_t c = list[i]; c < list[i + 1] && c < columns; c++)
                mask[std::size_t(r) * columns + c] = 0;
    const TensorSpec spec = eltwise::spec_like(
        MetalShape({1, 1, rows, columns}), DataType::BFLOAT16, Layout::TILE, DRAM_MEMORY_CONFIG);
    return Tensor::from_vector(std::move(mask), spec, q.device());
}

// A paged cache as it is, or as the call wants to see it.
void see_pages(AttentionCall& call, const Tensor& q, const Tensor& k, const Tensor& table,
               const std::optional<PagedCacheGeometryOverride>& geometry) {
    const auto& cache = k.padded_shape();
    kv_cache::View view{cache[1], cache[2] / 32, 1};
    std::uint32_t block = cache[2];
    if (geometry && geometry->active()) {
        TT_FATAL(geometry->block_size > 0, "{}: PagedCacheGeometryOverride.block_size must be > 0",
                 call.op);
        TT_FATAL(geometry->num_kv_heads > 0,
                 "{}: PagedCacheGeometryOverride.num_kv_heads must be > 0", call.op);
        block = geometry->block_size;
        const std::uint64_t own = 1ull * cache[1] * cache[2] * cache[3];
        const std::uint64_t seen = 1ull * geometry->num_kv_heads * block * q.padded_shape()[-1];
        TT_FATAL(own == seen,
                 "{} geometry mismatch: cache has {} elems/block (kv_heads={}, block_size={}, "
                 "head_dim={}) but call view is {} (kv_heads={}, block_size={}, head_dim={})",
                 call.op, own, cache[1], cache[2], cache[3], seen, geometry->num_kv_heads, block,
                 q.padded_shape()[-1]);
        TT_FATAL(block % 32 == 0,
                 "{}: effective block_size ({}) must be a multiple of TILE_HEIGHT (32)", call.op,
                 block);
        view = {geometry->num_kv_heads, block / 32, 1};
    }
    call.view = view;
    const auto& entries = table.logical_shape();
    call.table = kv_cache::plain_rows(call.op, table, q.logical_shape()[0]);
    call.keys = entries[-1] * block;
}

AttentionCall chunked_call(std::string_view op, std::optional<float> scale,
                           const std::optional<MemoryConfig>& memory,
                           const std::optional<SDPAProgramConfig>& program,
                           const std::optional<DeviceComputeKernelConfig>& compute) {
    return {.op = op, .scale = scale, .memory = memory, .config = program, .compute = compute};
}

std::vector<std::uint32_t> start_of(std::string_view op, std::int64_t start,
                                    const std::optional<SDPAProgramConfig>& program) {
    TT_FATAL(start >= 0, "{}: chunk_start_idx must be non-negative, it is {}", op, start);
    const std::int64_t chunk = program && program->q_chunk_size != 0
                                   ? static_cast<std::int64_t>(program->q_chunk_size)
                                   : 32;
    TT_FATAL(start % chunk == 0,
             "{}: chunk_start_idx must be a multiple of q_chunk_size. Got {} and {}", op, start,
             chunk);
    return {static_cast<std::uint32_t>(start)};
}

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const std::optional<Tensor>& attn_mask, bool is_causal,
                                    std::optional<float> scale,
                                    std::optional<std::uint32_t> sliding_window_size,
                                    const std::optional<MemoryConfig>& memory_config,
                                    std::optional<SDPAProgramConfig> program_config,
                                    std::optional<DeviceComputeKernelConfig> compute_kernel_config,
                                    const std::optional<Tensor>& attention_sink,
                                    const std::optional<Tensor>& cu_window_seqlens) {
    AttentionCall call{.op = "scaled_dot_product_attention",
                       .causal = is_causal && !cu_window_seqlens,
                       .mask = attn_mask,
                       .sink = attention_sink,
                       .scale = scale,
                       .window = sliding_window_size.value_or(0),
                       .positions = {0},
                       .memory = memory_config,
                       .config = std::move(program_config),
                       .compute = compute_kernel_config};
    check_plain(call, q, k, v);
    TT_FATAL(!cu_window_seqlens || (!attn_mask && !sliding_window_size),
             "{}: cu_window_seqlens goes with no attn_mask and no sliding_window_size", call.op);
    TT_FATAL(!cu_window_seqlens || !attention_sink,
             "{}: Windowed SDPA does not support attention_sink.", call.op);
    if (cu_window_seqlens) call.mask = window_mask(*cu_window_seqlens, q, k);
    call.view = plain_view(k);
    call.keys = k.logical_shape()[2];
    return attend(call, q, k, v);
}

// NOLINTBEGIN(performance-unnecessary-value-param): upstream's signatures
Tensor chunked_scaled_dot_product_attention(
    const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& page_table,
    std::int64_t chunk_start_idx, std::optional<float> scale,
    const std::optional<MemoryConfig>& memory_config,
    std::optional<SDPAProgramConfig> program_config,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config,
    std::optional<PagedCacheGeometryOverride> paged_cache_geometry) {
    AttentionCall call = chunked_call("chunked_scaled_dot_product_attention", scale, memory_config,
                                      program_config, compute_kernel_config);
    see_pages(call, q, k, page_table, paged_cache_geometry);
    call.positions = start_of(call.op, chunk_start_idx, program_config);
    return attend(call, q, k, v);
}
Tensor chunked_scaled_dot_product_attention(
    const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& page_table,
    const Tensor& chunk_start_idx_tensor, std::optional<float> scale,
    const std::optional<MemoryConfig>& memory_config,
    std::optional<SDPAProgramConfig> program_config,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config,
    std::optional<PagedCacheGeometryOverride> paged_cache_geometry) {
    AttentionCall call = chunked_call("chunked_scaled_dot_product_attention", scale, memory_config,
                                      program_config, compute_kernel_config);
    see_pages(call, q, k, page_table, paged_cache_geometry);
    TT_FATAL(chunk_start_idx_tensor.logical_volume() == 1,
             "{}: chunk_start_idx_tensor must have exactly 1 element, it has {}", call.op,
             chunk_start_idx_tensor.logical_volume());
    call.position_list = kv_cache::plain_rows(call.op, chunk_start_idx_tensor, 0);
    return attend(call, q, k, v);
}
// NOLINTEND(performance-unnecessary-value-param)

std::tuple<Tensor, Tensor> joint_scaled_dot_product_attention(
    const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& joint_q, const Tensor& joint_k,
    const Tensor& joint_v, const std::string& joint_strategy, SDPAProgramConfig program_config,
    std::optional<float> scale, std::optional<DeviceComputeKernelConfig> compute_kernel_config) {
    TT_FATAL(joint_strategy == "rear",
             "joint_scaled_dot_product_attention: Joint strategy must be 'rear'. Got {}",
             joint_strategy);
    const auto together = [](const Tensor& a, const Tensor& b) { return concat({a, b}, 2); };
    const Tensor all = scaled_dot_product_attention(
        together(q, joint_q), together(k, joint_k), together(v, joint_v), std::nullopt, false,
        scale, std::nullopt, std::nullopt, program_config, compute_kernel_config);
    const auto& shape = all.logical_shape();
    const auto part = [&](std::uint32_t first, std::uint32_t last) {
        return slice(all, std::array<std::uint32_t, 4>{0, 0, first, 0},
                     std::array<std::uint32_t, 4>{shape[0], shape[1], last, shape[3]},
                     std::array<std::uint32_t, 4>{1, 1, 1, 1});
    };
    const std::uint32_t own = q.logical_shape()[2];
    return {part(0, own), part(own, shape[2])};
}

Tensor flash_mla_prefill(const Tensor& q, const Tensor& k, std::uint32_t head_dim_v,
                         const std::optional<Tensor>& v, const std::optional<Tensor>& attn_mask,
                         bool is_causal, std::optional<float> scale,
                         const std::optional<MemoryConfig>& memory_config,
                         std::optional<SDPAProgramConfig> program_config,
                         std::optional<DeviceComputeKernelConfig> compute_kernel_config) {
    AttentionCall call{.op = "flash_mla_prefill",
                       .causal = is_causal,
                       .mask = attn_mask,
                       .scale = scale,
                       .positions = {0},
                       .view = plain_view(k),
                       .keys = k.logical_shape()[2],
                       .value_width = head_dim_v,
                       .memory = memory_config,
                       .config = std::move(program_config),
                       .compute = compute_kernel_config};
    check_plain(call, q, k, v ? *v : k);
    TT_FATAL(head_dim_v <= (v ? *v : k).logical_shape()[-1] && head_dim_v % 32 == 0,
             "{}: head_dim_v is {}, a multiple of 32 up to {} is allowed", call.op, head_dim_v,
             (v ? *v : k).logical_shape()[-1]);
    return attend(call, q, k, v ? *v : k);
}

// NOLINTBEGIN(performance-unnecessary-value-param): upstream's signatures
Tensor chunked_flash_mla_prefill(const Tensor& q, const Tensor& k, std::uint32_t head_dim_v,
                                 const Tensor& page_table, std::int64_t chunk_start_idx,
                                 std::optional<float> scale,
                                 const std::optional<MemoryConfig>& memory_config,
                                 std::optional<SDPAProgramConfig> program_config,
                                 std::optional<DeviceComputeKernelConfig> compute_kernel_config) {
    AttentionCall call = chunked_call("chunked_flash_mla_prefill", scale, memory_config,
                                      program_config, compute_kernel_config);
    see_pages(call, q, k, page_table, std::nullopt);
    call.positions = start_of(call.op, chunk_start_idx, program_config);
    call.value_width = head_dim_v;
    return attend(call, q, k, k);
}
// NOLINTEND(performance-unnecessary-value-param)

}  // namespace ttnn::transformer

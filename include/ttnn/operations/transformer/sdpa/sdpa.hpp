// Attention of many queries: softmax(q kᵀ scale + mask) v, by an online softmax over chunks of
// keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/transformer/sdpa_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::transformer {

// q [b, heads, sq, d]; k and v [b, kv heads, sk, d], a kv head for heads / kv heads of the queries.
// The scale is 1 / sqrt(d) unless given. The mask [1 or b, 1 or heads, sq, sk] is added. Causal:
// query i sees keys 0 to i; with a sliding window only the last so many of them.
Tensor scaled_dot_product_attention(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k, const Tensor& input_tensor_v,
    const std::optional<Tensor>& attn_mask = std::nullopt, bool is_causal = true,
    std::optional<float> scale = std::nullopt,
    std::optional<std::uint32_t> sliding_window_size = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<Tensor>& attention_sink = std::nullopt,
    const std::optional<Tensor>& cu_window_seqlens = std::nullopt);

// Causal attention of queries that stand at chunk_start_idx of their sequence; k and v are caches
// [blocks, kv heads, block, d], the blocks of a sequence are in its row of the page table.
Tensor chunked_scaled_dot_product_attention(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k, const Tensor& input_tensor_v,
    const Tensor& page_table_tensor, std::int64_t chunk_start_idx,
    std::optional<float> scale = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    std::optional<operations::transformer::PagedCacheGeometryOverride> paged_cache_geometry =
        std::nullopt);
// The start is read on the device, from a tensor of one INT32.
Tensor chunked_scaled_dot_product_attention(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k, const Tensor& input_tensor_v,
    const Tensor& page_table_tensor, const Tensor& chunk_start_idx_tensor,
    std::optional<float> scale = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    std::optional<operations::transformer::PagedCacheGeometryOverride> paged_cache_geometry =
        std::nullopt);

// Two sequences that see each other: as if they stood one behind the other.
std::tuple<Tensor, Tensor> joint_scaled_dot_product_attention(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k, const Tensor& input_tensor_v,
    const Tensor& joint_tensor_q, const Tensor& joint_tensor_k, const Tensor& joint_tensor_v,
    const std::string& joint_strategy, operations::transformer::SDPAProgramConfig program_config,
    std::optional<float> scale = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

// Latent attention: without v, its rows are the first head_dim_v columns of k.
Tensor flash_mla_prefill(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k, std::uint32_t head_dim_v,
    const std::optional<Tensor>& input_tensor_v = std::nullopt,
    const std::optional<Tensor>& attn_mask = std::nullopt, bool is_causal = true,
    std::optional<float> scale = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);
Tensor chunked_flash_mla_prefill(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k, std::uint32_t head_dim_v,
    const Tensor& page_table_tensor, std::int64_t chunk_start_idx,
    std::optional<float> scale = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn::transformer

// Attention of one query for each user, to what its cache holds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/transformer/sdpa_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn::transformer {

// q [1, b, heads, d]; k and v [b, kv heads, s, d]; the result is like q. Causal: user i sees keys 0
// to cur_pos[i]; a position below 0 skips the user. Not causal: a mask [b, 1, heads, s] is needed.
Tensor scaled_dot_product_attention_decode(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k, const Tensor& input_tensor_v,
    bool is_causal = true, const std::optional<const Tensor>& attn_mask = std::nullopt,
    const std::vector<std::uint32_t>& cur_pos = {},
    const std::optional<const Tensor>& cur_pos_tensor = std::nullopt,
    const std::optional<const Tensor>& attention_sink = std::nullopt,
    std::optional<float> scale = std::nullopt,
    std::optional<std::uint32_t> sliding_window_size = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    std::optional<bool> share_cache = std::nullopt);

// The caches are [blocks, kv heads, block, d]; the page table [b, blocks of a user].
Tensor paged_scaled_dot_product_attention_decode(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k, const Tensor& input_tensor_v,
    const Tensor& page_table_tensor, bool is_causal = true,
    const std::optional<const Tensor>& attn_mask = std::nullopt,
    const std::optional<const Tensor>& cur_pos_tensor = std::nullopt,
    const std::optional<const Tensor>& attention_sink = std::nullopt,
    std::optional<float> scale = std::nullopt,
    std::optional<std::uint32_t> sliding_window_size = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    std::optional<operations::transformer::PagedCacheGeometryOverride> paged_cache_geometry =
        std::nullopt,
    std::optional<std::uint32_t> cache_position_modulo = std::nullopt);

// Latent attention: without v, its rows are the first head_dim_v columns of k.
Tensor flash_multi_latent_attention_decode(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k,
    const std::optional<const Tensor>& input_tensor_v, std::uint32_t head_dim_v,
    bool is_causal = true, const std::optional<const Tensor>& attn_mask = std::nullopt,
    const std::vector<std::uint32_t>& cur_pos = {},
    const std::optional<const Tensor>& cur_pos_tensor = std::nullopt,
    const std::optional<const Tensor>& attention_sink = std::nullopt,
    std::optional<float> scale = std::nullopt,
    std::optional<std::uint32_t> sliding_window_size = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);
Tensor paged_flash_multi_latent_attention_decode(
    const Tensor& input_tensor_q, const Tensor& input_tensor_k,
    const std::optional<const Tensor>& input_tensor_v, std::uint32_t head_dim_v,
    const Tensor& page_table_tensor, bool is_causal = true,
    const std::optional<const Tensor>& attn_mask = std::nullopt,
    const std::optional<const Tensor>& cur_pos_tensor = std::nullopt,
    const std::optional<const Tensor>& attention_sink = std::nullopt,
    std::optional<float> scale = std::nullopt,
    std::optional<std::uint32_t> sliding_window_size = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<operations::transformer::SDPAProgramConfig> program_config = std::nullopt,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn::transformer

// Caches of keys or values that are changed in place, with positions for each user: [users, heads,
// most tokens, d], or in blocks, [blocks, heads, block, d], with a page table [users, blocks].
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::experimental {

// One token of every user, [1, users, heads, d], at positions of a list or an INT32 tensor; those
// below 0 are skipped.
Tensor paged_update_cache(
    const Tensor& cache_tensor, const Tensor& input_tensor,
    const std::vector<std::uint32_t>& update_idxs = {},
    const std::optional<const Tensor>& update_idxs_tensor = std::nullopt,
    std::optional<bool> share_cache = std::nullopt,
    const std::optional<const Tensor>& page_table = std::nullopt, std::uint32_t batch_offset = 0,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<const std::set<MeshCoordinate>>& mesh_coords = std::nullopt,
    std::optional<std::uint32_t> block_size_override = std::nullopt,
    std::optional<std::uint32_t> num_kv_heads_override = std::nullopt,
    std::optional<std::uint32_t> cache_position_modulo = std::nullopt);

// Keys and values at once: the inputs lie on cores of their own each.
std::tuple<Tensor, Tensor> paged_fused_update_cache(
    const Tensor& cache_tensor1, const Tensor& input_tensor1, const Tensor& cache_tensor2,
    const Tensor& input_tensor2, const std::vector<std::uint32_t>& update_idxs = {},
    const std::optional<const Tensor>& update_idxs_tensor = std::nullopt,
    std::optional<bool> share_cache = std::nullopt,
    const std::optional<const Tensor>& page_table = std::nullopt, std::uint32_t batch_offset = 0,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<const std::set<MeshCoordinate>>& mesh_coords = std::nullopt);

// A sequence [1, heads, tokens, d] into the blocks of one user.
Tensor paged_fill_cache(
    const Tensor& cache_tensor, const Tensor& input_tensor, const Tensor& page_table,
    const std::optional<const Tensor>& batch_idx_tensor = std::nullopt, std::uint32_t batch_idx = 0,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    const std::optional<const std::set<MeshCoordinate>>& mesh_coords = std::nullopt,
    std::optional<std::uint32_t> block_size_override = std::nullopt,
    std::optional<std::uint32_t> cache_position_modulo = std::nullopt,
    const std::optional<const Tensor>& valid_seq_len_tensor = std::nullopt);

}  // namespace ttnn::experimental

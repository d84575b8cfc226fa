// Caches of keys or values, [users, heads, most tokens, d], changed in place.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// A sequence [1, heads, tokens, d] of one user, from token update_idx on, which is a multiple
// of 32.
Tensor fill_cache(const Tensor& cache_tensor, const Tensor& input_tensor, std::uint32_t batch_idx,
                  std::uint32_t update_idx = 0);
// One token of every user: [1, heads, users, d], at update_idx. Users of the input before
// batch_offset are left out.
Tensor update_cache(
    const Tensor& cache, const Tensor& input, std::uint32_t update_idx,
    std::uint32_t batch_offset = 0,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

// The same under older names.
Tensor fill_cache_for_user_(const Tensor& cache, const Tensor& input, std::uint32_t batch_index,
                            std::uint32_t update_idx = 0);
Tensor update_cache_for_token_(
    const Tensor& cache, const Tensor& input, std::uint32_t update_index,
    std::uint32_t batch_offset,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt);

}  // namespace ttnn

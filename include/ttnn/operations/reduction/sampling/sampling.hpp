// A draw from the most probable ones.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/types.hpp"

namespace ttnn {

// For each user, which is a row of values [1, 1, users, W]: of the k greatest values, times temp,
// the softmax; of those the first that make up p together, at least one; one of them by chance, and
// what the indices have there. Values are BFLOAT16 in tiles; indices and k UINT32 or INT32, p and
// temp BFLOAT16, all ROW_MAJOR; k is at most 32. The same seed draws the same; without one, or with
// 0, every call draws anew, after manual_seed always the same. The result is [1, 1, 1, users].
Tensor sampling(const Tensor& input_values_tensor, const Tensor& input_indices_tensor,
                const Tensor& k, const Tensor& p, const Tensor& temp,
                const std::optional<std::uint32_t>& seed = std::nullopt,
                const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt,
                const std::optional<Tensor>& output_tensor = std::nullopt);

}  // namespace ttnn

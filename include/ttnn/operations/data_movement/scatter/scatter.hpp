// Elements put where an index says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// The input, where element [..., index[i], ...] along a dimension is that of the source at i. Where
// an index comes again, the last one counts; with a reduction, "add" or "multiply", all of them and
// the input's own element do.
Tensor scatter(const Tensor& input_tensor, const std::int32_t& dim, const Tensor& index_tensor,
               const Tensor& source_tensor,
               const std::optional<MemoryConfig>& output_memory_config = std::nullopt,
               const std::optional<std::string>& opt_reduction_string = std::nullopt,
               const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt);
Tensor scatter_add(const Tensor& input_tensor, const std::int32_t& dim, const Tensor& index_tensor,
                   const Tensor& source_tensor,
                   const std::optional<MemoryConfig>& output_memory_config = std::nullopt,
                   const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt);

}  // namespace ttnn

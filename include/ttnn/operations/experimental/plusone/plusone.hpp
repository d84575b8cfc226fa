// One more, in place.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

namespace operations::experimental {

// Integers in rows.
Tensor plus_one(const Tensor& input_tensor,
                const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt,
                bool skip_negative_entries = false);

}  // namespace operations::experimental

using operations::experimental::plus_one;

}  // namespace ttnn

// A range of one dimension.
#pragma once

#include <cstdint>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor narrow(const Tensor& input_tensor, std::int32_t narrow_dim, std::int32_t narrow_start,
              std::uint32_t length);

}  // namespace ttnn

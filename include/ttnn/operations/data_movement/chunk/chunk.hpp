// A tensor cut into so many parts.
#pragma once

#include <cstdint>
#include <vector>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

std::vector<Tensor> chunk(const Tensor& input_tensor, std::uint32_t num_chunks, int dim);

}  // namespace ttnn

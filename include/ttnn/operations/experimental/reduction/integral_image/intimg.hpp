// Integral images.
#pragma once

#include "ttnn/types.hpp"

namespace ttnn::experimental {

// Of [N, H, W, C]: the sums of all that lies above and to the left of a pixel, and of itself.
Tensor intimg(const Tensor& input_tensor);

}  // namespace ttnn::experimental

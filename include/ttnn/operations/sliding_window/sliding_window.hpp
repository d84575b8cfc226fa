// Windows that move over images.
#pragma once

#include <cstdint>

namespace ttnn::operations::sliding_window {

// What lies around an image.
enum class PaddingMode : std::uint8_t { Zeros, Replicate };

}  // namespace ttnn::operations::sliding_window

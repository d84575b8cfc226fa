// Random numbers, drawn on the device.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Uniform, from `from` up to `to`; whole numbers for integers. A seed of 0 is another one at every
// call; which one depends on the calls before it alone.
Tensor rand(const Shape& shape, MeshDevice& device, DataType dtype = DataType::BFLOAT16,
            Layout layout = Layout::TILE, const MemoryConfig& memory_config = DRAM_MEMORY_CONFIG,
            float from = 0.0f, float to = 1.0f, std::uint32_t seed = 0);

}  // namespace ttnn

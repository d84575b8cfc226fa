// A tensor of one value.
#pragma once

#include <cstdint>
#include <tt_stl/small_vector.hpp>
#include <variant>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor moreh_full(const ttsl::SmallVector<std::uint32_t>& shape,
                  std::variant<float, int> fill_value, MeshDevice* mesh_device,
                  const DataType& dtype = DataType::BFLOAT16, const Layout& layout = TILE_LAYOUT,
                  const MemoryConfig& memory_config = DRAM_MEMORY_CONFIG);

}  // namespace ttnn

// Every device keeps its part of its own tensor, cut along a dimension.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor mesh_partition(const Tensor& input_tensor, int32_t dim, std::optional<uint32_t> cluster_axis,
                      const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

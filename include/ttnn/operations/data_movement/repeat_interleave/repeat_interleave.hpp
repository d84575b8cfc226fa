// Every element of a dimension several times.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor repeat_interleave(const Tensor& input_a, std::uint32_t repeats, std::int32_t dim,
                         const std::optional<MemoryConfig>& output_mem_config = std::nullopt);

}  // namespace ttnn

// A tensor of one value, like another.
#pragma once

#include <optional>
#include <variant>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor moreh_full_like(const Tensor& input, std::variant<float, int> fill_value,
                       const std::optional<DataType>& dtype = std::nullopt,
                       const std::optional<Layout>& layout = std::nullopt,
                       const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn

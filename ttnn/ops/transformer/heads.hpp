// Heads: columns of a projection that become a dimension, and back.
#pragma once

#include <optional>
#include <string_view>

#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::transformer {

// Some heads of a projection [b, s, w] or [b, 1, s, w]: `groups` groups of `each`, the first at
// column `offset`, groups `stride` columns apart.
struct HeadColumns {
    std::uint32_t groups, each, size, offset, stride;
};

// [b, heads, s, size], or [b, heads, size, s].
Tensor take_heads(std::string_view op, const Tensor& input, const HeadColumns& columns,
                  bool transposed, const std::optional<MemoryConfig>& memory,
                  const std::optional<Tensor>& output = std::nullopt);

// [b, heads, s, d] into a shape of b · s · heads d elements.
Tensor join_heads(std::string_view op, const Tensor& input, const tt::tt_metal::Shape& shape,
                  const std::optional<MemoryConfig>& memory,
                  const std::optional<Tensor>& output = std::nullopt);

}  // namespace ttnn::transformer

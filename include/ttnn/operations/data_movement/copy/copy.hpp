// Into another tensor.
#pragma once

#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Into the second tensor, which is returned.
Tensor copy(const Tensor& src_tensor, const Tensor& dst_tensor);
Tensor assign(const Tensor& input, const MemoryConfig& output_mem_config,
              std::optional<const DataType> output_dtype = std::nullopt,
              const std::optional<Tensor>& optional_output_tensor = std::nullopt);
Tensor assign(const Tensor& input_a, const Tensor& input_b);

}  // namespace ttnn

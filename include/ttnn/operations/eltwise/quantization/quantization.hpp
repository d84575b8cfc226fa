// Real numbers as small integers, with a scale and a zero point, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "ttnn/types.hpp"

namespace ttnn {

// Scale and zero point are one for all, or with an axis a vector of one for each place along it.
// Integers are INT32 from -127 to 127.
using QuantScale = std::variant<Tensor, float>;
using QuantZero = std::variant<Tensor, std::int32_t>;

Tensor quantize(const Tensor& input_tensor, const QuantScale& scale, const QuantZero& zero_point,
                std::optional<std::int32_t> axis = std::nullopt,
                const std::optional<const DataType>& output_dtype = std::nullopt,
                const std::optional<MemoryConfig>& memory_config = std::nullopt,
                std::optional<Tensor> optional_output_tensor = std::nullopt);
Tensor requantize(const Tensor& input_tensor, const QuantScale& in_scale,
                  const QuantZero& in_zero_point, const QuantScale& out_scale,
                  const QuantZero& out_zero_point, std::optional<std::int32_t> axis = std::nullopt,
                  const std::optional<const DataType>& output_dtype = std::nullopt,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt,
                  std::optional<Tensor> optional_output_tensor = std::nullopt);
Tensor dequantize(const Tensor& input_tensor, const QuantScale& scale, const QuantZero& zero_point,
                  std::optional<std::int32_t> axis = std::nullopt,
                  const std::optional<const DataType>& output_dtype = std::nullopt,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt,
                  std::optional<Tensor> optional_output_tensor = std::nullopt);

}  // namespace ttnn

// Element by element, three operands.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include "ttnn/operations/eltwise/ternary/common/ternary_op_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Shapes are broadcast by NumPy's rules.
#define TTNN_COMMON                                                 \
    const std::optional<MemoryConfig>&memory_config = std::nullopt, \
          const std::optional<Tensor>&output = std::nullopt
#define TTNN_CORES const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt

// The first value where the predicate is not zero, the second elsewhere.
Tensor where(const Tensor& predicate, const operations::ternary::TensorScalarVariant& value_true,
             const operations::ternary::TensorScalarVariant& value_false, TTNN_COMMON, TTNN_CORES);

// a + value * b * c
Tensor addcmul(const Tensor& input_a, const Tensor& input_b, const Tensor& input_c,
               operations::ternary::ScalarVariant value = 1.0f, TTNN_COMMON);
// a + value * b / c
Tensor addcdiv(const Tensor& input_a, const Tensor& input_b, const Tensor& input_c,
               float value = 1.0f, TTNN_COMMON);

// input + weight * (end - input)
Tensor lerp(const Tensor& input, const Tensor& end, float weight, TTNN_COMMON);
Tensor lerp(const Tensor& input, const Tensor& end, const Tensor& weight, TTNN_COMMON);

// a * b + c
Tensor mac(const Tensor& input_tensor_a, const Tensor& input_tensor_b, const Tensor& input_tensor_c,
           TTNN_COMMON, TTNN_CORES);
Tensor mac(const Tensor& input_tensor_a, const Tensor& input_tensor_b, float value,
           const std::optional<MemoryConfig>& memory_config = std::nullopt);
Tensor mac(const Tensor& input_tensor_a, float value, const Tensor& input_tensor_c,
           const std::optional<MemoryConfig>& memory_config = std::nullopt);
Tensor mac(const Tensor& input_tensor_a, float value1, float value2,
           const std::optional<MemoryConfig>& memory_config = std::nullopt);

// x + sin(alpha * x)^2 / beta, with one alpha and beta for each column
Tensor snake_beta(const Tensor& input_tensor, const Tensor& alpha, const Tensor& beta,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt,
                  const std::optional<Tensor>& optional_output_tensor = std::nullopt);
#undef TTNN_COMMON
#undef TTNN_CORES

}  // namespace ttnn

// Forms of unary operations beyond the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "ttnn/operations/eltwise/unary/unary.hpp"

namespace ttnn {

#define TTNN_MEMORY const std::optional<MemoryConfig>& output_mem_config = std::nullopt
#define TTNN_OUTPUT const std::optional<Tensor>& output_tensor = std::nullopt

// Limits are numbers or tensors; one of them may be missing.
using ClampLimit = std::optional<std::variant<float, std::int32_t>>;
Tensor clamp(const Tensor& input_a, ClampLimit min = std::nullopt, ClampLimit max = std::nullopt,
             TTNN_MEMORY, TTNN_OUTPUT);
Tensor clamp(const Tensor& input_a, const std::optional<Tensor>& min,
             const std::optional<Tensor>& max = std::nullopt, TTNN_MEMORY, TTNN_OUTPUT);
Tensor clip(const Tensor& input_a, ClampLimit min = std::nullopt, ClampLimit max = std::nullopt,
            TTNN_MEMORY);
Tensor clip(const Tensor& input_a, const std::optional<Tensor>& min,
            const std::optional<Tensor>& max = std::nullopt, TTNN_MEMORY);

// log(x / (1 - x)), with x kept eps away from 0 and 1 if that is given.
Tensor logit(const Tensor& input, std::optional<float> eps = std::nullopt, TTNN_MEMORY);

// value / x, rounded as div does.
Tensor rdiv(const Tensor& input, float value, const std::optional<std::string>& rounding_mode,
            TTNN_MEMORY, TTNN_OUTPUT);

Tensor multigammaln(const Tensor& input, TTNN_MEMORY);
Tensor logical_not_(const Tensor& input, TTNN_MEMORY);

// Over the last two dimensions, which stay.
Tensor var_hw(const Tensor& input, TTNN_MEMORY);
Tensor std_hw(const Tensor& input, TTNN_MEMORY);
Tensor normalize_hw(const Tensor& input, TTNN_MEMORY);
Tensor normalize_global(const Tensor& input, TTNN_MEMORY);
#undef TTNN_MEMORY
#undef TTNN_OUTPUT

}  // namespace ttnn

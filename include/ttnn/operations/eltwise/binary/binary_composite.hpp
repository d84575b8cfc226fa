// Forms of binary operations beyond the table.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ttnn/operations/eltwise/binary/binary.hpp"

namespace ttnn {

#define TTNN_MEMORY const std::optional<MemoryConfig>& memory_config = std::nullopt
#define TTNN_WHERE                                                   \
    const std::optional<CoreRangeSet>&sub_core_grids = std::nullopt, \
          const std::optional<tt::tt_metal::SubDeviceId>&sub_device_id = std::nullopt
#define TTNN_ACTIVATIONS                                                 \
    Activations post_activations = {}, Activations lhs_activations = {}, \
                Activations rhs_activations = {}

// The quotient as it is, cut ("trunc") or rounded down ("floor"). That of integers is FLOAT32 as it
// is, and an integer otherwise.
Tensor div(const Tensor& input_a, const Tensor& input_b, bool fast_and_approximate_mode = false,
           const std::optional<std::string>& rounding_mode = std::nullopt,
           const OptionalDataType& output_dtype = std::nullopt, TTNN_MEMORY,
           const std::optional<Tensor>& output_tensor = std::nullopt, TTNN_ACTIVATIONS, TTNN_WHERE);
Tensor div(const Tensor& input, operations::unary::ScalarVariant value,
           bool fast_and_approximate_mode = false,
           const std::optional<std::string>& rounding_mode = std::nullopt,
           const OptionalDataType& output_dtype = std::nullopt, TTNN_MEMORY,
           const std::optional<Tensor>& output_tensor = std::nullopt, TTNN_ACTIVATIONS, TTNN_WHERE);

Tensor pow(float input_a, const Tensor& exponent, const OptionalDataType& dtype = std::nullopt,
           TTNN_MEMORY, const std::optional<Tensor>& optional_output_tensor = std::nullopt);

// 1 where |a - b| <= atol + rtol * |b|, 0 elsewhere.
Tensor isclose(const Tensor& input_a, const Tensor& input_b, float rtol = 1e-5f, float atol = 1e-8f,
               bool equal_nan = false, TTNN_MEMORY);

// a + alpha * b and a - alpha * b
Tensor addalpha(const Tensor& input_a, const Tensor& input_b, float alpha, TTNN_MEMORY,
                const std::optional<Tensor>& output = std::nullopt);
Tensor subalpha(const Tensor& input_a, const Tensor& input_b, float alpha, TTNN_MEMORY,
                const std::optional<Tensor>& output = std::nullopt);

// The polynomial with these coefficients, the highest power first.
Tensor polyval(const Tensor& input_a, const std::vector<float>& coeffs, TTNN_MEMORY);

// The weight is a number, or one for each place of the second dimension.
Tensor prelu(const Tensor& input, operations::unary::ScalarVariant weight, TTNN_MEMORY);
Tensor prelu(const Tensor& input, const std::array<float, 1>& weight, TTNN_MEMORY);
Tensor prelu(const Tensor& input_a, const Tensor& input_b, TTNN_MEMORY);

Tensor logical_left_shift(const Tensor& lhs, const Tensor& rhs, TTNN_MEMORY,
                          const std::optional<Tensor>& output = std::nullopt);
Tensor logical_left_shift(const Tensor& lhs, std::int32_t rhs, TTNN_MEMORY,
                          const std::optional<Tensor>& output = std::nullopt);

// Every element of a vector times every one of another; dimensions before the last are broadcast.
Tensor outer(const Tensor& input_a, const Tensor& input_b, TTNN_MEMORY);

// The next number that the data type has, towards b.
Tensor nextafter(const Tensor& input_a, const Tensor& input_b, TTNN_MEMORY);
#undef TTNN_MEMORY
#undef TTNN_WHERE
#undef TTNN_ACTIVATIONS

}  // namespace ttnn

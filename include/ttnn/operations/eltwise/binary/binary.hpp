// Element by element, two tensors or a tensor and a number.
#pragma once

#include <concepts>
#include <optional>
#include <tt-metalium/sub_device_types.hpp>
#include <tt_stl/span.hpp>

#include "ttnn/operations/eltwise/binary/common/binary_op_types.hpp"
#include "ttnn/operations/eltwise/unary/common/unary_op_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

using OptionalDataType = std::optional<const DataType>;
using Activations = ttsl::Span<const operations::unary::EltwiseUnaryWithParam>;

// Shapes are broadcast by NumPy's rules. Activations of the operands come before, the others after.
#define TTNN_DTYPE const OptionalDataType &output_dtype = std::nullopt,
#define TTNN_OUTPUT                                                 \
    const std::optional<MemoryConfig>&memory_config = std::nullopt, \
          const std::optional<Tensor>&output = std::nullopt,
#define TTNN_ACTIVATIONS                                                 \
    Activations post_activations = {}, Activations lhs_activations = {}, \
                Activations rhs_activations = {},
#define TTNN_WHERE                                                   \
    const std::optional<CoreRangeSet>&sub_core_grids = std::nullopt, \
          const std::optional<tt::tt_metal::SubDeviceId>&sub_device_id = std::nullopt
#define TTNN_FLAG const std::optional<bool>&fast_and_approximate_mode = std::nullopt,
#define TTNN_NUMBER operations::unary::ScalarVariant
#define TTNN_DECLARE_COMMON(name)                                                      \
    Tensor name(const Tensor& lhs, const Tensor& rhs,                                  \
                TTNN_DTYPE TTNN_OUTPUT TTNN_ACTIVATIONS TTNN_WHERE);                   \
    Tensor name(const Tensor& lhs, TTNN_NUMBER rhs,                                    \
                TTNN_DTYPE TTNN_OUTPUT TTNN_ACTIVATIONS TTNN_WHERE);                   \
    Tensor name##_(const Tensor& lhs, const Tensor& rhs, TTNN_ACTIVATIONS TTNN_WHERE); \
    Tensor name##_(const Tensor& lhs, TTNN_NUMBER rhs, TTNN_ACTIVATIONS TTNN_WHERE);
#define TTNN_DECLARE_FAST(name)                                                                  \
    Tensor name(const Tensor& lhs, const Tensor& rhs,                                            \
                TTNN_DTYPE TTNN_OUTPUT TTNN_ACTIVATIONS TTNN_FLAG TTNN_WHERE);                   \
    Tensor name(const Tensor& lhs, TTNN_NUMBER rhs,                                              \
                TTNN_DTYPE TTNN_OUTPUT TTNN_ACTIVATIONS TTNN_FLAG TTNN_WHERE);                   \
    Tensor name##_(const Tensor& lhs, const Tensor& rhs, TTNN_ACTIVATIONS TTNN_FLAG TTNN_WHERE); \
    Tensor name##_(const Tensor& lhs, TTNN_NUMBER rhs, TTNN_ACTIVATIONS TTNN_FLAG TTNN_WHERE);
#define TTNN_DECLARE_BITS(name)                                                                 \
    Tensor name(const Tensor& lhs, const Tensor& rhs, TTNN_OUTPUT TTNN_ACTIVATIONS TTNN_WHERE); \
    Tensor name(const Tensor& lhs, std::int32_t rhs, TTNN_OUTPUT TTNN_ACTIVATIONS TTNN_WHERE);
#define TTNN_BINARY(name, args, ...) TTNN_DECLARE_##args(name)
#include "ttnn/operations/eltwise/binary/rows.inc"
#undef TTNN_BINARY
#undef TTNN_DECLARE_COMMON
#undef TTNN_DECLARE_FAST
#undef TTNN_DECLARE_BITS
#undef TTNN_NUMBER
#undef TTNN_FLAG
#undef TTNN_WHERE
#undef TTNN_ACTIVATIONS
#undef TTNN_OUTPUT
#undef TTNN_DTYPE

Tensor hypot(const Tensor& input_tensor_a, const Tensor& input_tensor_b,
             const std::optional<MemoryConfig>& memory_config = std::nullopt,
             const std::optional<Tensor>& optional_output_tensor = std::nullopt);

template <typename T>
Tensor operator+(const Tensor& lhs, const T& rhs) {
    return add(lhs, rhs);
}
template <typename T>
Tensor operator-(const Tensor& lhs, const T& rhs) {
    return subtract(lhs, rhs);
}
template <typename T>
Tensor operator*(const Tensor& lhs, const T& rhs) {
    return multiply(lhs, rhs);
}
template <typename T>
Tensor operator==(const Tensor& lhs, const T& rhs) {
    return eq(lhs, rhs);
}
template <typename T>
Tensor operator!=(const Tensor& lhs, const T& rhs) {
    return ne(lhs, rhs);
}
template <typename T>
Tensor operator>(const Tensor& lhs, const T& rhs) {
    return gt(lhs, rhs);
}
template <typename T>
Tensor operator>=(const Tensor& lhs, const T& rhs) {
    return ge(lhs, rhs);
}
template <typename T>
Tensor operator<(const Tensor& lhs, const T& rhs) {
    return lt(lhs, rhs);
}
template <typename T>
Tensor operator<=(const Tensor& lhs, const T& rhs) {
    return le(lhs, rhs);
}

}  // namespace ttnn

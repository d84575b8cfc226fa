// Element by element, one tensor.
#pragma once

#include <optional>
#include <vector>

#include "ttnn/operations/eltwise/unary/common/unary_op_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

namespace operations::unary {
enum class SigmoidMode { FAST_APPROXIMATE, ACCURATE_FAST_EXP, ACCURATE };
enum class GeluVariant { ACCURATE, FAST_LUT, TANH };
enum class VecMode { C = 2, RC = 4 };
}  // namespace operations::unary

// The result has the data type, layout and memory of the input unless it is told otherwise.
#define TTNN_COMMON                                                          \
    const std::optional<MemoryConfig>&memory_config = std::nullopt,          \
          const std::optional<Tensor>&optional_output_tensor = std::nullopt, \
          const std::optional<CoreRangeSet>&sub_core_grids = std::nullopt
#define TTNN_ARGS_NONE
#define TTNN_ARGS_FAST bool fast_and_approximate_mode = false,
#define TTNN_ARGS_ONE float parameter,
#define TTNN_ARGS_ONE_OR(a) float parameter = a,
#define TTNN_ARGS_TWO float parameter_a, float parameter_b,
#define TTNN_ARGS_TWO_OR(a, b) float parameter_a = a, float parameter_b = b,
#define TTNN_UNARY(name, args, ...) \
    Tensor name(const Tensor& input_tensor, TTNN_ARGS_##args TTNN_COMMON);
#include "ttnn/operations/eltwise/unary/rows.inc"
#undef TTNN_UNARY

Tensor gelu(const Tensor& input_tensor,
            operations::unary::GeluVariant variant = operations::unary::GeluVariant::ACCURATE,
            TTNN_COMMON);
Tensor gelu(const Tensor& input_tensor, bool fast_and_approximate_mode, TTNN_COMMON);
Tensor sigmoid(const Tensor& input_tensor, int vector_mode = 4,
               operations::unary::SigmoidMode mode = operations::unary::SigmoidMode::ACCURATE,
               TTNN_COMMON);
Tensor sigmoid_accurate(const Tensor& input_tensor, bool fast_and_approximate_mode = false,
                        TTNN_COMMON);
Tensor tanh(const Tensor& input_tensor,
            const std::optional<MemoryConfig>& memory_config = std::nullopt,
            const std::optional<Tensor>& optional_output_tensor = std::nullopt, bool approx = false,
            const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);
Tensor swish(const Tensor& input_tensor, TTNN_COMMON);
Tensor softplus(const Tensor& input_tensor, float beta = 1.0f, float threshold = 20.0f,
                TTNN_COMMON);
Tensor round(const Tensor& input_tensor, std::optional<std::int32_t> decimals = std::nullopt,
             TTNN_COMMON);
Tensor alt_complex_rotate90(const Tensor& input_tensor, TTNN_COMMON);
Tensor deg2rad(const Tensor& input_tensor, TTNN_COMMON);
Tensor rad2deg(const Tensor& input_tensor, TTNN_COMMON);
Tensor hardswish(const Tensor& input_tensor, TTNN_COMMON);
Tensor rdiv(const Tensor& input_tensor, float value, TTNN_COMMON);

// Every element becomes the value, padding too.
Tensor fill(const Tensor& input_tensor, operations::unary::ScalarVariant parameter, TTNN_COMMON);

// With a number on the vector unit: what binary operations do with one.
Tensor add_sfpu(const Tensor& input_tensor, float param, TTNN_COMMON);
Tensor sub_sfpu(const Tensor& input_tensor, float param, TTNN_COMMON);
Tensor mul_sfpu(const Tensor& input_tensor, float param, TTNN_COMMON);
Tensor div_sfpu(const Tensor& input_tensor, float param, TTNN_COMMON);
#define TTNN_WITH_NUMBER(name)                                                          \
    Tensor name(const Tensor& input_tensor, operations::unary::ScalarVariant parameter, \
                TTNN_COMMON);
TTNN_WITH_NUMBER(eq_unary)
TTNN_WITH_NUMBER(ne_unary)
TTNN_WITH_NUMBER(lt_unary)
TTNN_WITH_NUMBER(le_unary)
TTNN_WITH_NUMBER(gt_unary)
TTNN_WITH_NUMBER(ge_unary)
#undef TTNN_WITH_NUMBER
template <typename T>
Tensor rsub_sfpu(const Tensor& input_tensor, T param, TTNN_COMMON);

// One after the other.
Tensor unary_chain(const Tensor& input_tensor,
                   const std::vector<operations::unary::EltwiseUnaryWithParam>& ops_chain,
                   TTNN_COMMON);

#undef TTNN_COMMON
#undef TTNN_ARGS_NONE
#undef TTNN_ARGS_FAST
#undef TTNN_ARGS_ONE
#undef TTNN_ARGS_ONE_OR
#undef TTNN_ARGS_TWO
#undef TTNN_ARGS_TWO_OR

}  // namespace ttnn

// Binary operations as values.
#pragma once

namespace ttnn::operations::binary {

// clang-format off
enum class BinaryOpType {
    ADD, SUB, MUL, GT, LT, LE, GE, EQ, NE, SQUARED_DIFFERENCE, BIAS_GELU, LOGADDEXP, LOGICAL_AND,
    LOGICAL_OR, LOGICAL_XOR, LDEXP, LOGADDEXP2, DIV, DIV_FLOOR, DIV_TRUNC, REMAINDER, FMOD, RSUB,
    POWER, BITWISE_XOR, BITWISE_AND, BITWISE_OR, LEFT_SHIFT, RIGHT_SHIFT, LOGICAL_RIGHT_SHIFT,
    QUANT, REQUANT, DEQUANT, MAXIMUM, MINIMUM, GCD, LCM, ADDALPHA, SUBALPHA, XLOGY, HYPOT, ATAN2,
    WHERE_TST, WHERE_TTS, ISCLOSE,
};
// clang-format on

}  // namespace ttnn::operations::binary

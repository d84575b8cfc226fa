// How bcast combines its operands.
#pragma once

namespace ttnn {

enum class BcastOpMath { ADD, SUB, MUL };
enum class BcastOpDim { H, W, HW };

}  // namespace ttnn

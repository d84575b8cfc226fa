// Which source register each operand of an operation goes to.
#pragma once

#include <cstdint>

namespace ckernel {

// Regular: the first operand to SrcA. Reverse, as in matrix products: the first to SrcB.
enum class SrcOrder : std::uint8_t { Regular = 0, Reverse = 1 };

}  // namespace ckernel

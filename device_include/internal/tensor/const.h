// Limits of the tensor accessor.
#pragma once

#include <cstddef>

namespace tensor_accessor {

inline constexpr std::size_t MAX_RANK = 8;
inline constexpr std::size_t UNKNOWN = ~std::size_t{0};  // an offset that is not known when compiling

}  // namespace tensor_accessor

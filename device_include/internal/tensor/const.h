// Limits of the tensor accessor.
#pragma once

#include <cstddef>
#include <limits>

namespace tensor_accessor {

inline constexpr std::size_t MAX_RANK = 8;
inline constexpr std::size_t UNKNOWN =
    std::numeric_limits<std::size_t>::max();  // an offset that is not known when compiling

}  // namespace tensor_accessor

// An unordered list.
#pragma once

#include <vector>

namespace tt::tt_metal::experimental {

template <typename T>
using Group = std::vector<T>;

}  // namespace tt::tt_metal::experimental

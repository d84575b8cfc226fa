// In which order the elements of a tensor lie in memory.
#pragma once

#include <ostream>

namespace tt::tt_metal {

enum class Layout { ROW_MAJOR = 0, TILE = 1, INVALID = 2 };

std::ostream& operator<<(std::ostream& os, const Layout& layout);

}  // namespace tt::tt_metal

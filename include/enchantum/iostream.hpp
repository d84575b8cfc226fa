// Streaming of enumerators by name, for code that asks for it.
#pragma once

#include <ostream>

#include "enchantum/enchantum.hpp"

namespace enchantum::iostream_operators {

template <Enum E>
std::ostream& operator<<(std::ostream& os, E value) {
    return os << enchantum::to_string(value);
}

}  // namespace enchantum::iostream_operators

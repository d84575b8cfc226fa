// Names of enumerators with their enumeration in front.
#pragma once

#include <string>

#include "enchantum/enchantum.hpp"

namespace enchantum::scoped {

template <Enum E>
std::string to_string(E value) {
    return std::string(type_name<E>) + "::" + std::string(enchantum::to_string(value));
}

}  // namespace enchantum::scoped

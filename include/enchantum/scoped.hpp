// Names of enumerators with their enumeration in front.
#pragma once

#include <string>

#include "enchantum/enchantum.hpp"

namespace enchantum::scoped {

template <Enum E>
std::string to_string(E value) {
    // Appended piece by piece: GCC 12 sees an overrun that is not there in a sum of temporaries.
    std::string name(type_name<E>);
    name.append("::").append(enchantum::to_string(value));
    return name;
}

}  // namespace enchantum::scoped

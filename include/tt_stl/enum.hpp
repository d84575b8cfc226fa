// The number behind an enumerator.
#pragma once

#include <type_traits>

namespace ttsl {

template <typename E>
    requires std::is_enum_v<E>
constexpr std::underlying_type_t<E> as_underlying_type(E value) {
    return static_cast<std::underlying_type_t<E>>(value);
}

}  // namespace ttsl

// Refusing what a caller asks for: a fault with a text that is formatted only when it is thrown.
#pragma once

#include <fmt/format.h>

#include "base/fault.hpp"

namespace ironbird {

// Throws Error with this text.
template <class... Args>
[[noreturn]] void refuse(Fault fault, fmt::format_string<Args...> text, Args&&... args) {
    throw Error(fault, fmt::format(text, std::forward<Args>(args)...));
}

// Throws Error with this text unless the condition holds. The arguments are evaluated either way:
// where this costs something, or they exist in the bad case only, write `if (…) refuse(…)`.
template <class... Args>
void require(bool condition, Fault fault, fmt::format_string<Args...> text, Args&&... args) {
    if (!condition) [[unlikely]]
        refuse(fault, text, std::forward<Args>(args)...);
}

}  // namespace ironbird

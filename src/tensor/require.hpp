// Refusals of the tensor layer: what is wrong with a shape, a type, a layout or a memory
// configuration, in one exception type.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "base/require.hpp"

namespace ironbird::tensor {

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> text, Args&&... args) {
    ironbird::refuse(Fault::host_argument, text, std::forward<Args>(args)...);
}

template <typename... Args>
void require(bool condition, fmt::format_string<Args...> text, Args&&... args) {
    if (!condition) [[unlikely]]
        refuse(text, std::forward<Args>(args)...);
}

template <typename... Args>
[[noreturn]] void not_modelled(fmt::format_string<Args...> text, Args&&... args) {
    ironbird::refuse(Fault::not_modelled, text, std::forward<Args>(args)...);
}

// Everything but destruction and assignment needs an object that has not been moved from.
template <typename Pointer>
auto& held(const Pointer& impl, const char* type) {
    if (impl == nullptr) [[unlikely]]
        refuse("{} is in a moved-from state.", type);
    return *impl;
}

}  // namespace ironbird::tensor

// Marks a place that control never reaches.
#pragma once

namespace ttsl {

[[noreturn]] inline void unreachable() noexcept {
    __builtin_unreachable();
}

}  // namespace ttsl

// Host-side log lines on stderr; never called from model code or on a fiber's stack.
#pragma once

#include <fmt/format.h>

#include <string_view>

namespace ironbird::log {

enum class Level { trace, debug, info, warning, error, off };

void set_level(Level level);
void write(Level level, std::string_view text);

template <class... T>
void debug(fmt::format_string<T...> f, T&&... v) {
    write(Level::debug, fmt::format(f, std::forward<T>(v)...));
}
template <class... T>
void info(fmt::format_string<T...> f, T&&... v) {
    write(Level::info, fmt::format(f, std::forward<T>(v)...));
}
template <class... T>
void warning(fmt::format_string<T...> f, T&&... v) {
    write(Level::warning, fmt::format(f, std::forward<T>(v)...));
}
template <class... T>
void error(fmt::format_string<T...> f, T&&... v) {
    write(Level::error, fmt::format(f, std::forward<T>(v)...));
}

}  // namespace ironbird::log

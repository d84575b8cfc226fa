// What fmt 10 added to fmt 9: println. Included by every forwarder in this folder.
#pragma once

#if FMT_VERSION < 100000

#include <cstdio>
#include <ostream>
#include <utility>

FMT_BEGIN_NAMESPACE

template <typename... T>
void println(std::FILE* file, format_string<T...> text, T&&... args) {
    fmt::print(file, "{}\n", fmt::format(text, std::forward<T>(args)...));
}

template <typename... T>
void println(format_string<T...> text, T&&... args) {
    fmt::println(stdout, text, std::forward<T>(args)...);
}

inline void println(std::FILE* file) {
    std::fputc('\n', file);
}
inline void println() {
    fmt::println(stdout);
}

template <typename... T>
void println(std::ostream& out, format_string<T...> text, T&&... args) {
    out << fmt::format(text, std::forward<T>(args)...) << '\n';
}

FMT_END_NAMESPACE

#endif

// TT_FATAL, TT_THROW and TT_ASSERT: checks that throw std::runtime_error with file, line and text.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <tt-logger/tt-logger.hpp>
#include <vector>

namespace tt::assert {

// The call stack of the caller, one demangled line per frame.
std::vector<std::string> backtrace(int size = 64, int skip = 1);
std::string backtrace_to_string(int size = 64, int skip = 2, const std::string& prefix = "");

namespace detail {

// Logs the message, then throws it with a backtrace, or aborts when TT_ASSERT_ABORT is set.
[[noreturn]] void raise(const char* file, int line, const char* kind, const char* condition,
                        const std::string* message);

[[noreturn]] inline void tt_throw(const char* file, int line, const char* kind,
                                  const char* condition) {
    raise(file, line, kind, condition, nullptr);
}

template <typename... Args>
[[noreturn]] void tt_throw(const char* file, int line, const char* kind, const char* condition,
                           fmt::format_string<const Args&...> text, const Args&... args) {
    const std::string message = fmt::format(text, args...);
    raise(file, line, kind, condition, &message);
}

}  // namespace detail
}  // namespace tt::assert

#ifndef TT_THROW
#define TT_THROW(...)                                              \
    ::tt::assert::detail::tt_throw(__FILE__, __LINE__, "TT_THROW", \
                                   "tt::exception" __VA_OPT__(, ) __VA_ARGS__)
#endif

#ifndef TT_FATAL
#define TT_FATAL(condition, message, ...)                                              \
    do {                                                                               \
        if (!(condition)) [[unlikely]]                                                 \
            ::tt::assert::detail::tt_throw(__FILE__, __LINE__, "TT_FATAL", #condition, \
                                           message __VA_OPT__(, ) __VA_ARGS__);        \
    } while (0)
#endif

// Upstream checks it only in builds that define DEBUG; otherwise the condition is still evaluated.
#ifndef TT_ASSERT
#ifdef DEBUG
#define TT_ASSERT(condition, ...)                                                  \
    do {                                                                           \
        if (!(condition)) [[unlikely]]                                             \
            ::tt::assert::detail::tt_throw(__FILE__, __LINE__, "TT_ASSERT",        \
                                           #condition __VA_OPT__(, ) __VA_ARGS__); \
    } while (0)
#else
#define TT_ASSERT(condition, ...) \
    do {                          \
        (void)(condition);        \
    } while (0)
#endif
#endif

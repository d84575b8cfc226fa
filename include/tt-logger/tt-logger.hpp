// Log lines of host programs, by category; TT_LOGGER_LEVEL and TT_LOGGER_TYPES choose what is
// shown.
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace tt {

enum LogType : int {
    LogAlways,
    LogTest,
    LogTimer,
    LogDevice,
    LogModel,
    LogLLRuntime,
    LogLoader,
    LogIO,
    LogCompileTrisc,
    LogBuildKernels,
    LogVerif,
    LogGolden,
    LogOp,
    LogHLK,
    LogHLKC,
    LogReportify,
    LogGraphCompiler,
    LogDispatch,
    LogFabric,
    LogMetal,
    LogMetalTrace,
    LogSiliconDriver,
    LogEmulationDriver,
    LogUMD,
    LogInspector,
    LogDistributed,
    LogRunningKernels,
    LogTTNN,
};

const char* logtype_to_string(LogType type) noexcept;

namespace log_detail {

enum class Level { trace, debug, info, warning, error, critical };

bool shown(Level level, LogType type) noexcept;
void write(Level level, LogType type, std::string_view text);

template <Level level, typename... Args>
void line(LogType type, fmt::format_string<Args...> text, Args&&... args) {
    if (shown(level, type)) write(level, type, fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace log_detail

template <typename... Args>
void log_trace(LogType type, fmt::format_string<Args...> text, Args&&... args) {
    log_detail::line<log_detail::Level::trace>(type, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_debug(LogType type, fmt::format_string<Args...> text, Args&&... args) {
    log_detail::line<log_detail::Level::debug>(type, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_info(LogType type, fmt::format_string<Args...> text, Args&&... args) {
    log_detail::line<log_detail::Level::info>(type, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_warning(LogType type, fmt::format_string<Args...> text, Args&&... args) {
    log_detail::line<log_detail::Level::warning>(type, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_error(LogType type, fmt::format_string<Args...> text, Args&&... args) {
    log_detail::line<log_detail::Level::error>(type, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_critical(LogType type, fmt::format_string<Args...> text, Args&&... args) {
    log_detail::line<log_detail::Level::critical>(type, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_fatal(LogType type, fmt::format_string<Args...> text, Args&&... args) {
    log_detail::line<log_detail::Level::critical>(type, text, std::forward<Args>(args)...);
}

// Without a category the line is always shown, the level permitting.
template <typename... Args>
void log_trace(fmt::format_string<Args...> text, Args&&... args) {
    log_trace(LogAlways, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_debug(fmt::format_string<Args...> text, Args&&... args) {
    log_debug(LogAlways, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_info(fmt::format_string<Args...> text, Args&&... args) {
    log_info(LogAlways, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_warning(fmt::format_string<Args...> text, Args&&... args) {
    log_warning(LogAlways, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_error(fmt::format_string<Args...> text, Args&&... args) {
    log_error(LogAlways, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_critical(fmt::format_string<Args...> text, Args&&... args) {
    log_critical(LogAlways, text, std::forward<Args>(args)...);
}
template <typename... Args>
void log_fatal(fmt::format_string<Args...> text, Args&&... args) {
    log_fatal(LogAlways, text, std::forward<Args>(args)...);
}

}  // namespace tt

template <>
struct fmt::formatter<tt::LogType> : fmt::formatter<std::string_view> {
    auto format(tt::LogType type, fmt::format_context& ctx) const {
        return fmt::formatter<std::string_view>::format(tt::logtype_to_string(type), ctx);
    }
};

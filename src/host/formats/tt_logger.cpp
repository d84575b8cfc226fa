// The log of host programs, on stdout as upstream's.
#include <fmt/chrono.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <enchantum/enchantum.hpp>
#include <string>
#include <tt-logger/tt-logger.hpp>

#include "host/options/options.hpp"

namespace tt {
namespace {

using log_detail::Level;

struct Names {
    Level level;
    std::array<std::string_view, 3> spellings;
};
constexpr std::array kLevels{
    Names{Level::trace, {"trace"}},        Names{Level::debug, {"debug"}},
    Names{Level::info, {"info"}},          Names{Level::warning, {"warning", "warn"}},
    Names{Level::error, {"error", "err"}}, Names{Level::critical, {"critical", "fatal"}},
};

std::string lowercase(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

// The first level that is shown; one past the last for "off".
int threshold() {
    static const int first = [] {
        const std::string wanted = lowercase(ironbird::options().log_level);
        for (const Names& row : kLevels)
            for (const std::string_view spelling : row.spellings)
                if (!spelling.empty() && spelling == wanted) return static_cast<int>(row.level);
        return wanted == "off" ? static_cast<int>(kLevels.size()) : static_cast<int>(Level::info);
    }();
    return first;
}

// TT_LOGGER_TYPES holds names separated by commas; without it, or with "All" in it, all are shown.
bool chosen(LogType type) {
    static const auto table = [] {
        std::array<bool, enchantum::count<LogType>> on{};
        const std::string list = lowercase(ironbird::options().log_types);
        const bool all = list.empty() || list.find("all") != std::string::npos;
        for (std::size_t i = 0; i < on.size(); i++) {
            const std::string name = lowercase(logtype_to_string(static_cast<LogType>(i)));
            on[i] = all || (',' + list + ',').find(',' + name + ',') != std::string::npos;
        }
        return on;
    }();
    return type == LogAlways || table.at(static_cast<std::size_t>(type));
}

}  // namespace

const char* logtype_to_string(LogType type) noexcept {
    static const auto names = [] {
        std::array<std::string, enchantum::count<LogType>> out;
        for (std::size_t i = 0; i < out.size(); i++)
            out[i] = enchantum::names<LogType>[i].substr(3);  // behind "Log"
        return out;
    }();
    const auto index = static_cast<std::size_t>(type);
    return index < names.size() ? names[index].c_str() : "UnknownType";
}

namespace log_detail {

bool shown(Level level, LogType type) noexcept {
    return static_cast<int>(level) >= threshold() && chosen(type);
}

void write(Level level, LogType type, std::string_view text) {
    using namespace std::chrono;
    const auto now = system_clock::now();
    const auto ms = duration_cast<milliseconds>(now.time_since_epoch()).count() % 1000;
    fmt::print("{:%Y-%m-%d %H:%M:%S}.{:03} | {:8} | {:>14} | {}\n",
               fmt::localtime(system_clock::to_time_t(now)), ms,
               kLevels[static_cast<std::size_t>(level)].spellings[0], logtype_to_string(type),
               text);
    std::fflush(stdout);
}

}  // namespace log_detail
}  // namespace tt

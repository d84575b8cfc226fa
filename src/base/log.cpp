// spdlog behind the few levels that we use.
#include "base/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace ironbird::log {
namespace {

spdlog::logger& sink() {
    static const auto logger = [] {
        auto l = std::make_shared<spdlog::logger>(
            "ironbird", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
        l->set_pattern("ironbird: %^%l%$: %v");
        l->set_level(spdlog::level::warn);
        return l;
    }();
    return *logger;
}

spdlog::level::level_enum native(Level level) {
    constexpr spdlog::level::level_enum table[] = {spdlog::level::trace, spdlog::level::debug,
                                                   spdlog::level::info,  spdlog::level::warn,
                                                   spdlog::level::err,   spdlog::level::off};
    return table[static_cast<int>(level)];
}

}  // namespace

void set_level(Level level) {
    sink().set_level(native(level));
}

void write(Level level, std::string_view text) {
    sink().log(native(level), text);
}

}  // namespace ironbird::log

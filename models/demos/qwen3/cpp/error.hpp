// What stops a command: a message that names what was found and what is allowed.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace qwen3 {

// Wrong input: a damaged checkpoint, a configuration that makes no sense, a wrong option.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Right input for a part that is not there yet.
struct NotModelled : Error {
    using Error::Error;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> text, Args&&... args) {
    throw Error(fmt::format(text, std::forward<Args>(args)...));
}

}  // namespace qwen3

// What TT_FATAL and TT_THROW do when it comes to that.
#include <cxxabi.h>
#include <execinfo.h>

#include <cstdlib>
#include <memory>
#include <tt_stl/assert.hpp>

#include "host/options/options.hpp"

namespace tt::assert {
namespace {

struct Free {
    void operator()(void* p) const { std::free(p); }
};

// "binary(symbol+offset) [address]" with the symbol as people write it; other lines stay as they
// are.
std::string readable(const std::string& frame) {
    const std::size_t open = frame.find('('), plus = frame.find('+', open);
    if (open == std::string::npos || plus == std::string::npos || plus == open + 1) return frame;
    int status = 0;
    const std::unique_ptr<char, Free> name(abi::__cxa_demangle(
        frame.substr(open + 1, plus - open - 1).c_str(), nullptr, nullptr, &status));
    return name == nullptr ? frame : std::string(name.get());
}

}  // namespace

std::vector<std::string> backtrace(int size, int skip) {
    std::vector<void*> frames(static_cast<std::size_t>(size));
    const int count = ::backtrace(frames.data(), size);
    const std::unique_ptr<char*, Free> symbols(::backtrace_symbols(frames.data(), count));
    std::vector<std::string> lines;
    for (int i = skip; symbols != nullptr && i < count; i++)
        lines.push_back(readable(symbols.get()[i]));
    return lines;
}

std::string backtrace_to_string(int size, int skip, const std::string& prefix) {
    std::string text;
    for (const std::string& line : backtrace(size, skip)) text += prefix + line + '\n';
    return text;
}

namespace detail {

void raise(const char* file, int line, const char* kind, const char* condition,
           const std::string* message) {
    if (message != nullptr) log_critical(LogAlways, "{}: {}", kind, *message);
    if (ironbird::options().assert_abort) std::abort();
    std::string text = fmt::format("{} @ {}:{}: {}\n", kind, file, line, condition);
    if (message != nullptr) text += "info:\n" + *message + '\n';
    if (!ironbird::options().disable_backtrace)
        text += "backtrace:\n" + backtrace_to_string(100, 3, " --- ");
    throw std::runtime_error(text);
}

}  // namespace detail
}  // namespace tt::assert

// Where in the user's program a call came from, found out only when somebody asks.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>

namespace ironbird::host {

// Return addresses on the stack; cheap to take.
class CallSite {
 public:
    static CallSite here();

    // "main.cpp:41", of the innermost frame outside this library whose line is known; else empty.
    // Starts another process, once for each place; under the machine's lock.
    const std::string& text() const;

    auto operator<=>(const CallSite&) const = default;

 private:
    std::string find() const;

    std::array<std::uintptr_t, 16> frames_{};
    std::size_t count_ = 0;
};

}  // namespace ironbird::host

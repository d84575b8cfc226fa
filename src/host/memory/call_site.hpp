// Where in the user's program a call came from, found out only when somebody asks.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace ironbird::host {

// Return addresses on the stack; cheap to take.
class CallSite {
 public:
    static CallSite here();

    // "main.cpp:41", of the innermost frame outside this library whose line is known; else empty.
    // Starts another process.
    std::string text() const;

 private:
    std::array<std::uintptr_t, 16> frames_{};
    std::size_t count_ = 0;
};

}  // namespace ironbird::host

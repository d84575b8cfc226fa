// A fault as a fiber leaves it: words are found later, on the host's stack.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/fault.hpp"
#include "base/strong.hpp"

namespace ironbird::device {

// The first line of a message, and what follows it.
struct FaultText {
    std::string summary;
    std::string detail;
};

// Written on the fiber that faults; `text` is called later, on the host's stack.
struct FaultNote {
    Fault fault = Fault::internal;
    std::uint32_t processor = 0;
    Cycles cycle{};
    std::function<FaultText()> text;
};

}  // namespace ironbird::device

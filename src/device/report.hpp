// Faults and hangs in words, made on the host's stack.
#pragma once

#include "base/fault.hpp"
#include "device/chip.hpp"

namespace ironbird::device {

// The fault that a core has noted.
Error describe_fault(const ChipModel& chip, const Core& core);

// All processors that wait, on these chips; nothing can run any more.
Error describe_hang(std::span<ChipModel* const> chips, const std::string& why);

}  // namespace ironbird::device

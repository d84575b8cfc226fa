// Faults and hangs in words, made on the host's stack.
#pragma once

#include "base/fault.hpp"
#include "device/chip.hpp"
#include "device/tensix/tensix.hpp"

namespace ironbird::device {

// The fault that a core has noted.
Error describe_fault(const ChipModel& chip, const Core& core);

// A CB whose format is not what the unit was set to, on a core whose launch has just ended.
std::string describe_finding(const ChipModel& chip, const Core& core, const FormatFinding& finding);

// All processors that wait, on these chips; nothing can run any more.
Error describe_hang(std::span<ChipModel* const> chips, const std::string& why);

}  // namespace ironbird::device

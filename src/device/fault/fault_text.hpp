// Faults and hangs in words, made on the host's stack.
#pragma once

#include "base/fault.hpp"
#include "device/chip/chip.hpp"
#include "device/fault/lines.hpp"
#include "device/tensix/tensix.hpp"

namespace ironbird::device {

// The fault that a core has noted.
Error describe_fault(const Core& core);

// A CB whose format is not what the unit was set to, on a core whose launch has just ended.
UnitWarning describe_finding(const ChipModel& chip, const Core& core, const FormatFinding& finding);

// What a parked or repeating processor waits for, and how far it is from having it.
std::string wait_text(const Processor& p);

// Where a processor stands; `cycle` is the caller's to choose.
Place place_of(const Processor& p, Cycles cycle, Lines& lines);

// All processors that wait, on these chips; nothing can run any more.
Error describe_hang(std::span<ChipModel* const> chips, const std::string& why);

// Every processor that has not ended, where it stands and what it waits for, on stderr.
void dump_processors(std::span<ChipModel* const> chips);

}  // namespace ironbird::device

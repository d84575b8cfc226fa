// Units that are set up for something else, in words.
#pragma once

#include "device/chip/chip.hpp"
#include "device/tensix/tensix.hpp"
#include "device/unit_fault.hpp"

namespace ironbird::device {

// The two places that a warning about a unit's set-up names.
struct UnitPlaces {
    Place operation;
    std::optional<Place> set_up;
};

// Where an operation stands, and the call of the same kernel that set its unit up.
UnitPlaces places_of(const ChipModel& chip, const Core& core, std::uint8_t processor,
                     const Trace& operation, const SetBy& by, Cycles cycle);

UnitWarning describe_setup(const ChipModel& chip, const Core& core, const SetupFinding& finding);

// A number by which a finding is reported once: it depends on the finding and the kernel, not on
// where the kernel was loaded.
std::uint64_t key_of(const Processor& p, const FormatFinding& finding);
std::uint64_t key_of(const Processor& p, const SetupFinding& finding);

// For a run that is not checked: one line.
std::string line_of(const UnitWarning& warning);

}  // namespace ironbird::device

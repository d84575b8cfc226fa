// Operations on units that are set up for something else, as findings.
#pragma once

#include "check/finding.hpp"
#include "device/unit_fault.hpp"

namespace ironbird::check {

Finding finding_of_unit(const device::UnitWarning& warning);

}  // namespace ironbird::check

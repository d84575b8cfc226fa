// A fault of a kernel as a finding, so that a checked run lists it beside the others.
#pragma once

#include <optional>

#include "check/finding.hpp"

namespace ironbird::check {

// None for faults that no rule covers, or that have no place on a device.
std::optional<Finding> finding_of_fault(const Error& error);

// The group of the rule that covers the fault; empty: none does.
std::string_view fault_group(Fault fault);

}  // namespace ironbird::check

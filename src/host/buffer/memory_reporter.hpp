// Upstream's memory reports of programs, written when a program is compiled.
#pragma once

#include <cstdint>

namespace ironbird::host {

struct DeviceState;

// Adds the device's memory as it is now to the reports, if they are switched on.
void report_program(std::uint64_t program, const DeviceState& device);

}  // namespace ironbird::host

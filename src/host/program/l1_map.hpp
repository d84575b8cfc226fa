// The L1 of one core as text, for the errors of what does not fit.
#pragma once

#include <string>

#include "host/device/device_state.hpp"
#include "host/program/program_state.hpp"

namespace ironbird::host {

// What lies on the core and who made it, the holes between, and what would fit. `end` is where the
// circular buffers end, `limit` where they should.
std::string l1_map(const ProgramState& program, const DeviceState& device, Logical core,
                   std::uint64_t end, std::uint64_t limit);

// Such a map for the error of a buffer that finds no place: of one core that has an L1 bank.
std::string l1_buffer_map(const DeviceState& device);

}  // namespace ironbird::host

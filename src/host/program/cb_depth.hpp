// Depths of circular buffers that a run asks for instead of the program's own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/program/program_state.hpp"

namespace ironbird::host {

// Bytes of a circular buffer: as configured, or as IRONBIRD_CB_DEPTH asks. Throws cb-config for a
// depth that this buffer cannot have.
std::uint32_t bytes_of(const CbRecord& cb, std::uint64_t program);

// Entries of IRONBIRD_CB_DEPTH that no circular buffer was for.
std::vector<std::string> unused_depths();

}  // namespace ironbird::host

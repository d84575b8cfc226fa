// The file of IRONBIRD_MEMORY_EVENTS: who feeds it, and when it is complete.
#pragma once

#include "device/engine.hpp"

namespace ironbird::host {

// Watches if the file is asked for; before the first chip.
void attach_memory_events(device::Engine& engine);

// Writes what is left; at the end of the process.
void close_memory_events();

}  // namespace ironbird::host

// The memory recorder of this process: who feeds it, and when memory.json is written.
#pragma once

#include <nlohmann/json.hpp>

#include "device/engine.hpp"

namespace ironbird::host {

class Machine;

// With a record of the run, and with a profile or IRONBIRD_MEMORY.
bool watches_memory();

// Before the first chip.
void attach_memory(device::Engine& engine);

// Writes memory.json into the folder of the run.
void write_memory(const Machine& machine);

// The figures for the record of the run; null when nobody watched.
nlohmann::json memory_record();

}  // namespace ironbird::host

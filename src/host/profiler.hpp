// The recorder of this process: who feeds it, and when its files are written.
#pragma once

#include <nlohmann/json.hpp>

#include "device/engine.hpp"

namespace ironbird::host {

class Machine;
struct Prepared;

// Watches if a profile or the record of a run is asked for; before the first chip.
void attach_profiler(device::Engine& engine);

// The kernels of a launch stay loaded for as long as the recorder speaks of them.
void keep_kernels(const Prepared& work);

// Adds what has completed to the files of the profile, if there are any.
void dump_profile(const Machine& machine);

// The same, and ends the files; nothing is recorded to them afterwards.
void close_profile(const Machine& machine);

// Totals and hints for the record of the run; null when nobody recorded.
nlohmann::json profile_record(const Machine& machine);

}  // namespace ironbird::host

// What a run leaves behind for the command line: <run_dir>/run.json.
#pragma once

#include <exception>

#include "device/engine.hpp"

namespace ironbird::host {

class Machine;
struct Prepared;
struct Slot;

// Called for each launch that has completed.
void note_launch(const Prepared& work, const Slot& slot, const device::Completion& completion);

// Called for each fault that leaves the engine or ends the process.
void note_fault(const std::exception& error);

// Writes the record if a folder is asked for; by rename, so that a reader never sees half of it.
void write_run_record(Machine& machine);

// From now on an exception that nobody catches is noted and the record written before the abort.
void watch_for_abort(const Machine& machine);

}  // namespace ironbird::host

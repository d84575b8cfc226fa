// Memory faults of kernels become faults of the program; all others go where they went before.
#pragma once

namespace ironbird::device {

class ChipModel;

// Once for the process.
void install_fault_signals();

// Ctrl-\\ was pressed (SIGQUIT came) since the last call: somebody wants to see every processor.
bool dump_was_asked();

// Whoever advances an engine throws `interrupted`, until this is taken back. Safe in signal
// handlers.
void ask_to_stop(bool stop);
bool stop_was_asked();

// Each thread that runs fibers needs a stack for the handler. Cheap when done before.
void prepare_thread_for_signals();

// Faults inside the L1 of these chips are the kernels'. Not while cores run.
void watch_memory(const ChipModel& chip);
void unwatch_memory(const ChipModel& chip);

}  // namespace ironbird::device

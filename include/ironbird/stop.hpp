// Ends what runs on the devices, from a signal handler or another thread.
#pragma once

namespace ironbird {

// The call that waits for the devices throws the fault `interrupted`; what was enqueued is dropped.
// Without such a call nothing happens: forget_stop() makes the next one run.
void request_stop() noexcept;
void forget_stop() noexcept;

}  // namespace ironbird

// Ends what runs on the devices, from a signal handler or another thread.
#pragma once

extern "C" {
// The call that waits for the devices throws the fault `interrupted`; what was enqueued is dropped.
// Without such a call nothing happens: the next one begins anew.
void ib_request_stop() noexcept;
}

// Records of completed programs on their way to the host program's callbacks.
#pragma once

#include "device/engine.hpp"

namespace ironbird::host {

struct Prepared;
struct Slot;

// A launch has completed.
void note_realtime(const Prepared& work, const Slot& slot, const device::Completion& completion);

// Hands on what has completed since the last time; to be called when the engine rests.
void deliver_realtime();

}  // namespace ironbird::host

// Who watches a run, by the options: the checker, the recorder of a profile.
#pragma once

#include "device/engine.hpp"

namespace ironbird::host {

// Before the first chip.
void attach_watchers(device::Engine& engine);

}  // namespace ironbird::host

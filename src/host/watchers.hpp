// Who watches a run, by the options: the checker, the recorder of a profile.
#pragma once

#include "check/findings.hpp"
#include "device/engine.hpp"

namespace ironbird::host {

// Before the first chip.
void attach_watchers(device::Engine& engine);

// Everything that the checks of this process have found; its groups are those of IRONBIRD_CHECK.
checks::Findings& findings();

// With a record, the command line shows the findings; without, they go to stderr here.
void print_findings();

}  // namespace ironbird::host

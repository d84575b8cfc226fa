// Charges the kernel's own code: a scoreboard of the in-order pipeline over each basic block.
#pragma once

#include "jit/pass/clock.hpp"
#include "jit/pass/roots.hpp"

namespace ironbird::pass {

// Adds to the clock before each call and before each terminator what the instructions since the
// previous such point take. A block that jumps back is charged at least one cycle, so that no
// loop is free of time.
void charge_blocks(Clock& clock, const Roots& roots);

}  // namespace ironbird::pass

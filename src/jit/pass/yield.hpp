// Makes every loop give way: at the deadline, or by parking on the words that it polls.
#pragma once

#include "jit/pass/clock.hpp"
#include "jit/pass/poll.hpp"

namespace ironbird::pass {

// Before addresses are translated, after costs are charged.
void insert_yields(Clock& clock, const PollLoops& polls);

}  // namespace ironbird::pass

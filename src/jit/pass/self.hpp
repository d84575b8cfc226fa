// Calls that the pass answers itself.
#pragma once

#include "jit/pass/frame.hpp"

namespace ironbird::pass {

// ib_self() becomes the frame's context; traps and the cycle counter become abi calls.
void replace_self(Frame& frame);

}  // namespace ironbird::pass

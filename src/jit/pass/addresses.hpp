// Turns device addresses into host addresses at every access to memory.
#pragma once

#include "jit/pass/frame.hpp"
#include "jit/pass/poll.hpp"
#include "jit/pass/report.hpp"

namespace ironbird::pass {

// Loads, stores, atomics: cut to 32 bits; below IB_L1_SPAN the core's L1, otherwise a call.
// `checked`: with a call to the checker before each; null for the plain flavour.
void translate_accesses(Frame& frame, const PollLoops* checked);

// memcpy and its kin, as intrinsics and as calls, and arguments passed by value.
void translate_copies(Frame& frame);

// Intrinsics that touch memory in ways of which the pass knows nothing.
void refuse_strange_accesses(Frame& frame, Report& report);

}  // namespace ironbird::pass

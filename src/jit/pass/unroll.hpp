// Unrolls small loops once their cost is counted.
#pragma once

#include "jit/pass/poll.hpp"
#include "llvm/IR/PassManager.h"

namespace ironbird::pass {

// The kernel is charged turn by turn, as written; only what the host pays for a turn (the jump
// back and the look at the deadline) is shared by several. Loops that call anything are left
// alone, so a kernel overshoots its deadline by a few short turns at most.
void unroll_small_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                        const PollLoops& polls);

}  // namespace ironbird::pass

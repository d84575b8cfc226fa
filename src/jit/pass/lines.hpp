// Lines for debuggers: code that came from our headers counts as the line that called it.
#pragma once

#include "jit/pass/roots.hpp"

namespace ironbird::pass {

// After everything that judges code by where it came from. A call of the API is inlined to the last
// instruction, and its line would have no code to stop at.
void show_callers_lines(llvm::Module& module, const Roots& roots);

}  // namespace ironbird::pass

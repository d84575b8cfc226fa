// What a kernel may not contain.
#pragma once

#include "jit/pass/report.hpp"

namespace ironbird::pass {

// Symbols that nobody defines, thread-locals, guarded statics, file-scope assembly.
void check_module(llvm::Module& module, Report& report);

}  // namespace ironbird::pass

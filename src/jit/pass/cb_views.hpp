// Whether a kernel's code writes views of circular buffers itself, for the launch that clears them.
#pragma once

#include "llvm/IR/Module.h"

namespace ironbird::pass {

// Also when a pointer into the context goes where it cannot be followed. Reads the code before
// ib_self() is replaced.
bool writes_views(const llvm::Module& module);

}  // namespace ironbird::pass

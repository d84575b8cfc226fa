// Which circular buffers a kernel's code names, for whoever explains why one is not filled.
#pragma once

#include <array>
#include <cstdint>

#include "llvm/IR/Module.h"

namespace ironbird::pass {

// Bit by index, for calls whose index is a constant: reserve, push, wait, pop. The last word is not
// zero when there are others.
std::array<std::uint64_t, 5> cb_use(const llvm::Module& module);

}  // namespace ironbird::pass

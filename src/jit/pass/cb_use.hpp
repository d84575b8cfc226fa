// Which circular buffers a kernel's code names, for whoever explains why one is not filled.
#pragma once

#include <array>
#include <cstdint>

#include "llvm/IR/Module.h"

namespace ironbird::pass {

// The words of abi::CbUse. Bit by index, for calls whose index is a constant: reserve, push, wait,
// pop; then words that are not zero when there are others, and when views are written.
using CbMasks = std::array<std::uint64_t, 6>;

// Reads the code before ib_self() is replaced.
CbMasks cb_use(const llvm::Module& module);

}  // namespace ironbird::pass

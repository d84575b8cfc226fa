// Finds the loops that only poll memory, and parks them.
#pragma once

#include "jit/pass/frame.hpp"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ironbird::pass {

using Addresses = llvm::SmallVector<llvm::Value*, 2>;

// A loop polls when nothing in it but memory that others write can end it: no store, no call but
// the cache hint, and no value that it carries from one turn to the next by itself (a counter
// would be a time-out, which must be able to run out). Looks at the code as the optimiser left it.
class PollLoops {
 public:
    explicit PollLoops(const Frame& frame);

    // The pointers polled by the loop that jumps back here, or nothing.
    const Addresses* polled_at(const llvm::BasicBlock* latch) const;

    // Whether a load belongs to such a loop.
    bool loads(const llvm::Instruction* load) const { return loads_.contains(load); }

 private:
    llvm::MapVector<const llvm::BasicBlock*, Addresses> by_latch_;
    llvm::SmallPtrSet<const llvm::Instruction*, 8> loads_;
};

// Parks on these words, before the instruction.
void call_poll(Frame& frame, llvm::Instruction& before, const Addresses& addresses);

}  // namespace ironbird::pass

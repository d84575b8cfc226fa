// Deadline checks at back-edges.
#include "jit/pass/yield.hpp"

#include "ib_abi.h"
#include "jit/pass/poll.hpp"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace ironbird::pass {
namespace {

// The loop pays an add and a compare; the call is out of line.
void check_deadline(Clock& clock, llvm::Instruction* jump) {
    llvm::IRBuilder<> b(jump);
    auto* deadline = b.CreateLoad(b.getInt64Ty(), clock.frame().field(b, offsetof(ib_context, deadline)));
    auto* late = b.CreateICmpUGE(clock.now(b), deadline);
    auto* unlikely = llvm::MDBuilder(b.getContext()).createUnlikelyBranchWeights();
    b.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(late, jump->getIterator(), false, unlikely));
    auto yield = jump->getModule()->getOrInsertFunction("ib_yield", b.getVoidTy());
    auto* call = b.CreateCall(yield);
    call->addFnAttr(llvm::Attribute::Cold);
}

}  // namespace

void insert_yields(Clock& clock) {
    auto& function = clock.frame().function();
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
    llvm::FindFunctionBackedges(function, edges);
    // Retreating edges, not natural loops: a goto into the middle of a loop must not escape.
    llvm::SmallSetVector<llvm::BasicBlock*, 8> latches;
    for (const auto& edge : edges) latches.insert(const_cast<llvm::BasicBlock*>(edge.first));
    const PollLoops polls(clock.frame());
    for (auto* latch : latches) {
        if (const auto* addresses = polls.polled_at(latch))
            call_poll(clock.frame(), *latch->getTerminator(), *addresses);
        else
            check_deadline(clock, latch->getTerminator());
    }
}

}  // namespace ironbird::pass

// Deadline checks at back-edges.
#include "jit/pass/yield.hpp"

#include "ib_abi.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace ironbird::pass {
namespace {

// The loop pays an add and a compare; the call is out of line.
void check_deadline(Clock& clock, llvm::Instruction* jump) {
    llvm::IRBuilder<> b(jump);
    auto* deadline =
        b.CreateLoad(b.getInt64Ty(), clock.frame().field(b, offsetof(ib_context, deadline)));
    auto* late = b.CreateICmpUGE(clock.now(b), deadline);
    auto* unlikely = llvm::MDBuilder(b.getContext()).createUnlikelyBranchWeights();
    b.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(late, jump->getIterator(), false, unlikely));
    auto yield = jump->getModule()->getOrInsertFunction("ib_yield", b.getVoidTy());
    auto* call = b.CreateCall(yield);
    call->addFnAttr(llvm::Attribute::Cold);
}

}  // namespace

void insert_yields(Clock& clock, const PollLoops& polls) {
    auto& function = clock.frame().function();
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
    llvm::FindFunctionBackedges(function, edges);
    // Retreating edges, not natural loops: a goto into the middle of a loop must not escape.
    llvm::SmallSetVector<llvm::BasicBlock*, 8> latches;
    for (const auto& [from, to] : edges) {
        auto* latch = const_cast<llvm::BasicBlock*>(from);
        if (const auto* addresses = polls.polled_at(latch)) {
            // On the edge itself: a loop that has just seen what it waited for must not park again.
            auto* edge = llvm::SplitEdge(latch, const_cast<llvm::BasicBlock*>(to));
            call_poll(clock.frame(), *edge->getTerminator(), *addresses);
        } else {
            latches.insert(latch);
        }
    }
    for (auto* latch : latches) check_deadline(clock, latch->getTerminator());
}

}  // namespace ironbird::pass

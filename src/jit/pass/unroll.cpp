// Marks loops for LLVM's unroller and runs it.
#include "jit/pass/unroll.hpp"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

namespace ironbird::pass {
namespace {

constexpr unsigned kTurns = 4;
constexpr std::size_t kMostInstructions = 64;

bool calls_something(const llvm::Instruction& i) {
    return llvm::isa<llvm::CallBase>(i) && !llvm::isa<llvm::IntrinsicInst>(i);
}

bool is_worth_it(const llvm::Loop& loop, const PollLoops& polls) {
    const auto* latch = loop.getLoopLatch();
    if (!loop.isInnermost() || latch == nullptr || polls.polled_at(latch) != nullptr) return false;
    std::size_t size = 0;
    for (const auto* block : loop.blocks()) {
        size += block->size();
        if (size > kMostInstructions || llvm::any_of(*block, calls_something)) return false;
    }
    return true;
}

// In place of what the front end wrote there: that no loop be unrolled.
void request_unrolling(llvm::Loop& loop) {
    auto& c = loop.getHeader()->getContext();
    auto* count =
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(c), kTurns));
    auto* wish = llvm::MDNode::get(c, {llvm::MDString::get(c, "llvm.loop.unroll.count"), count});
    auto* id = llvm::MDNode::getDistinct(c, {nullptr, wish});
    id->replaceOperandWith(0, id);
    loop.setLoopID(id);
}

}  // namespace

void unroll_small_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                        const PollLoops& polls) {
    bool any = false;
    {
        llvm::DominatorTree tree(function);
        llvm::LoopInfo loops(tree);
        for (auto* loop : loops.getLoopsInPreorder()) {
            if (!is_worth_it(*loop, polls)) continue;
            request_unrolling(*loop);
            any = true;
        }
    }
    if (!any) return;
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    passes.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(2, /*OnlyWhenForced=*/true)));
    passes.run(function, analyses);
}

}  // namespace ironbird::pass

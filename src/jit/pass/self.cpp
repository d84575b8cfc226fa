// Replaces ib_self and the intrinsics that stand for abi calls.
#include "jit/pass/self.hpp"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {
namespace {

llvm::Value* answer(llvm::CallInst& call, Frame& frame) {
    llvm::IRBuilder<> b(&call);
    const auto ours = [&](const char* name) -> llvm::Value* {
        return b.CreateCall(call.getModule()->getOrInsertFunction(name, call.getType()));
    };
    const auto* callee = call.getCalledFunction();
    if (callee == nullptr) return nullptr;
    if (callee->getName() == "ib_self") return frame.context();
    switch (callee->getIntrinsicID()) {
        case llvm::Intrinsic::trap:
        case llvm::Intrinsic::debugtrap:
            return ours("ib_trap");
        case llvm::Intrinsic::readcyclecounter:
            return ours("ib_clock");
        default:
            return nullptr;
    }
}

}  // namespace

void replace_self(Frame& frame) {
    for (auto& block : frame.function())
        for (auto& i : llvm::make_early_inc_range(block)) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
            auto* value = call != nullptr ? answer(*call, frame) : nullptr;
            if (value == nullptr) continue;
            if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(value);
            call->eraseFromParent();
        }
}

}  // namespace ironbird::pass

// Keeps the clock in a variable, flushes it around calls, and turns it into registers.
#include "jit/pass/clock.hpp"

#include "ib_abi.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace ironbird::pass {

llvm::AllocaInst* Clock::variable() {
    if (variable_ == nullptr) {
        auto& entry = frame_.function().getEntryBlock();
        llvm::IRBuilder<> b(&entry, entry.begin());
        variable_ = b.CreateAlloca(b.getInt64Ty(), nullptr, "clock");
    }
    return variable_;
}

void Clock::add(llvm::Instruction& before, std::uint32_t cycles) {
    llvm::IRBuilder<> b(&before);
    b.CreateStore(b.CreateAdd(now(b), b.getInt64(cycles)), variable());
}

llvm::Value* Clock::now(llvm::IRBuilder<>& b) {
    return b.CreateLoad(b.getInt64Ty(), variable());
}

void Clock::fetch(llvm::IRBuilder<>& b) {
    auto* field = frame_.field(b, offsetof(ib_context, cycles));
    b.CreateStore(b.CreateLoad(b.getInt64Ty(), field), variable_);
}

void Clock::flush(llvm::IRBuilder<>& b) {
    b.CreateStore(now(b), frame_.field(b, offsetof(ib_context, cycles)));
}

void Clock::connect(llvm::Instruction& i) {
    llvm::IRBuilder<> b(&i);
    if (llvm::isa<llvm::ReturnInst>(i)) {
        const auto* before = i.getPrevNode();
        const auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(before);
        if (call == nullptr || !call->isMustTailCall()) flush(b);
        return;
    }
    auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) return;
    flush(b);
    if (call->isMustTailCall() || call->doesNotReturn()) return;
    // A tail call could not be followed by code; the plain marker is only a hint.
    call->setTailCallKind(llvm::CallInst::TCK_None);
    llvm::IRBuilder<> after(call->getNextNode());
    after.SetCurrentDebugLocation(call->getDebugLoc());
    fetch(after);
}

void Clock::finish() {
    if (variable_ == nullptr) return;
    llvm::SmallVector<llvm::Instruction*> points;
    for (auto& block : frame_.function())
        for (auto& i : block)
            if (llvm::isa<llvm::CallInst>(i) || llvm::isa<llvm::ReturnInst>(i))
                points.push_back(&i);
    for (auto* i : points) connect(*i);
    auto* context = llvm::cast<llvm::Instruction>(frame_.context());
    llvm::IRBuilder<> b(context->getNextNode());
    fetch(b);
    llvm::DominatorTree tree(frame_.function());
    llvm::PromoteMemToReg({variable_}, tree);
}

}  // namespace ironbird::pass

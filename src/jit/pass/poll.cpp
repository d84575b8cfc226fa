// Analysis of polling loops.
#include "jit/pass/poll.hpp"

#include "ib_abi.h"
#include "jit/pass/assembly.hpp"
#include "jit/pass/classify.hpp"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {
namespace {

using llvm::dyn_cast;
using llvm::isa;

constexpr std::size_t kMostAddresses = 8;

bool is_harmless_call(const llvm::CallBase& call) {
    if (const auto* text = dyn_cast<llvm::InlineAsm>(call.getCalledOperand()))
        return call.getType()->isVoidTy() && is_passive(text->getAsmString());
    if (isa<llvm::IntrinsicInst>(call) && !call.mayWriteToMemory()) return true;
    const auto* callee = call.getCalledFunction();
    return callee != nullptr &&
           (callee->getName() == "ib_self" || callee->getName() == "ib_spin_hint");
}

bool may_be_in_poll(const llvm::Instruction& i) {
    if (i.isDebugOrPseudoInst()) return true;
    if (const auto* call = dyn_cast<llvm::CallBase>(&i)) return is_harmless_call(*call);
    return isa<llvm::LoadInst>(i) || isa<llvm::FenceInst>(i) || !i.mayReadOrWriteMemory();
}

// Follows a value through the loop's own instructions back to the header: what reaches a value of
// the previous turn carries state.
bool carries_state(const llvm::Value* value, const llvm::Loop& loop,
                   llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
    const auto* i = dyn_cast<llvm::Instruction>(value);
    if (i == nullptr || !loop.contains(i) || !seen.insert(i).second) return false;
    if (isa<llvm::PHINode>(i) && i->getParent() == loop.getHeader()) return true;
    if (isa<llvm::LoadInst>(i)) return carries_state(i->getOperand(0), loop, seen);
    return llvm::any_of(i->operands(),
                        [&](const llvm::Use& u) { return carries_state(u, loop, seen); });
}

bool is_memoryless(const llvm::Loop& loop, const llvm::BasicBlock* latch) {
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    return llvm::none_of(loop.getHeader()->phis(), [&](const llvm::PHINode& phi) {
        return carries_state(phi.getIncomingValueForBlock(latch), loop, seen);
    });
}

// Registers change by themselves (a clock counts): watching them would sleep for ever.
bool is_surely_no_l1(const llvm::Value* pointer) {
    const auto* cast = dyn_cast<llvm::ConstantExpr>(pointer);
    if (cast == nullptr || cast->getOpcode() != llvm::Instruction::IntToPtr) return false;
    const auto* number = dyn_cast<llvm::ConstantInt>(cast->getOperand(0));
    return number != nullptr && (number->getZExtValue() & 0xffffffffu) >= IB_L1_SPAN;
}

bool is_known_at(const llvm::Value* value, const llvm::BasicBlock* latch,
                 const llvm::DominatorTree& tree) {
    const auto* i = dyn_cast<llvm::Instruction>(value);
    return i == nullptr || tree.dominates(i, latch->getTerminator());
}

// The words read by the loop, or nothing when it does more than poll.
Addresses polled_words(const llvm::Loop& loop, const llvm::BasicBlock* latch,
                       const llvm::DominatorTree& tree) {
    Addresses found;
    for (auto* block : loop.blocks())
        for (auto& i : *block) {
            if (!may_be_in_poll(i)) return {};
            auto* load = dyn_cast<llvm::LoadInst>(&i);
            if (load == nullptr || is_local(load->getPointerOperand())) continue;
            auto* pointer = load->getPointerOperand();
            if (is_surely_no_l1(pointer) || !is_known_at(pointer, latch, tree)) return {};
            if (!llvm::is_contained(found, pointer)) found.push_back(pointer);
        }
    return found.size() <= kMostAddresses ? found : Addresses{};
}

// No way out, nothing stored, nothing loaded: it can only be left alone.
bool is_endless(const llvm::Loop& loop) {
    return loop.hasNoExitBlocks() && llvm::all_of(loop.blocks(), [](const llvm::BasicBlock* b) {
               return llvm::all_of(*b, [](const llvm::Instruction& i) {
                   return may_be_in_poll(i) && !isa<llvm::LoadInst>(i);
               });
           });
}

}  // namespace

PollLoops::PollLoops(const Frame& frame) {
    llvm::DominatorTree tree(frame.function());
    const llvm::LoopInfo loops(tree);
    for (const auto* loop : loops.getLoopsInPreorder()) {
        const auto* latch = loop->getLoopLatch();
        if (!loop->isInnermost() || latch == nullptr || !is_memoryless(*loop, latch)) continue;
        auto words = polled_words(*loop, latch, tree);
        if (words.empty() && !is_endless(*loop)) continue;
        by_latch_[latch] = std::move(words);
        for (const auto* block : loop->blocks())
            for (const auto& i : *block)
                if (isa<llvm::LoadInst>(i)) loads_.insert(&i);
    }
}

const Addresses* PollLoops::polled_at(const llvm::BasicBlock* latch) const {
    const auto found = by_latch_.find(latch);
    return found == by_latch_.end() ? nullptr : &found->second;
}

void call_poll(Frame& frame, llvm::Instruction& before, const Addresses& addresses) {
    auto& entry = frame.function().getEntryBlock();
    llvm::IRBuilder<> top(&entry, entry.begin());
    auto* type = llvm::ArrayType::get(top.getInt32Ty(), addresses.size());
    auto* list = top.CreateAlloca(type, nullptr, "polled");
    llvm::IRBuilder<> b(&before);
    for (unsigned n = 0; n < addresses.size(); n++)
        b.CreateStore(b.CreatePtrToInt(addresses[n], b.getInt32Ty()),
                      b.CreateConstGEP2_32(type, list, 0, n));
    auto poll = before.getModule()->getOrInsertFunction("ib_poll", b.getVoidTy(), b.getPtrTy(),
                                                        b.getInt32Ty());
    b.CreateCall(poll, {list, b.getInt32(static_cast<std::uint32_t>(addresses.size()))});
}

}  // namespace ironbird::pass

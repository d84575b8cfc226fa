// The fast path below IB_L1_SPAN and the calls beside it.
#include "jit/pass/addresses.hpp"

#include "ib_abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace ironbird::pass {
namespace {

using llvm::dyn_cast;
using llvm::isa;
using llvm::Value;

llvm::Use* pointer_of(llvm::Instruction& i) {
    if (isa<llvm::LoadInst>(i)) return &i.getOperandUse(llvm::LoadInst::getPointerOperandIndex());
    if (isa<llvm::StoreInst>(i)) return &i.getOperandUse(llvm::StoreInst::getPointerOperandIndex());
    if (isa<llvm::AtomicRMWInst>(i))
        return &i.getOperandUse(llvm::AtomicRMWInst::getPointerOperandIndex());
    if (isa<llvm::AtomicCmpXchgInst>(i))
        return &i.getOperandUse(llvm::AtomicCmpXchgInst::getPointerOperandIndex());
    return nullptr;
}

class Translator {
 public:
    Translator(Frame& frame, const PollLoops* checked)
        : frame_(frame), module_(*frame.function().getParent()), checked_(checked) {}

    void rewrite(llvm::Instruction& i) {
        llvm::Use& slot = *pointer_of(i);
        if (frame_.owns(slot.get())) return cut_own(slot, i);
        if (checked_ != nullptr) insert_checks(i, slot);
        auto* load = dyn_cast<llvm::LoadInst>(&i);
        if (load != nullptr && !load->isAtomic() && is_word(load->getType()))
            return rewrite_load(*load);
        auto* store = dyn_cast<llvm::StoreInst>(&i);
        if (store != nullptr && !store->isAtomic() && is_word(store->getValueOperand()->getType()))
            return rewrite_store(*store);
        rewrite_other(i, slot);
    }

 private:
    std::uint64_t bytes(llvm::Type* type) const {
        return module_.getDataLayout().getTypeStoreSize(type);
    }

    // What ib_load and ib_store carry.
    bool is_word(llvm::Type* type) const {
        if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy())
            return false;
        const auto size = bytes(type);
        return size <= 8 && llvm::isPowerOf2_64(size) &&
               module_.getDataLayout().getTypeSizeInBits(type) == 8 * size;
    }

    llvm::Type* accessed(llvm::Instruction& i) const {
        if (isa<llvm::LoadInst>(i)) return i.getType();
        return i.getOperand(isa<llvm::StoreInst>(i) ? 0 : 1)->getType();
    }

    // Where code goes for a word whose bit is clear. Above L1 any bit will do: nobody is told.
    llvm::Instruction* unless_asked(llvm::IRBuilder<>& b, Value* a, bool store,
                                    llvm::Instruction& i) {
        Value* at = b.CreateAnd(b.CreateLShr(a, 5), IB_ASKED_BYTES - 1);
        Value* bits =
            b.CreateLoad(b.getInt8Ty(), b.CreateGEP(b.getInt8Ty(), frame_.asked(store), at));
        Value* shift = b.CreateTrunc(b.CreateAnd(b.CreateLShr(a, 2), 7), b.getInt8Ty());
        Value* clear = b.CreateICmpEQ(b.CreateAnd(b.CreateLShr(bits, shift), 1), b.getInt8(0));
        auto* unlikely = llvm::MDBuilder(i.getContext()).createUnlikelyBranchWeights();
        auto* end = llvm::SplitBlockAndInsertIfThen(clear, i.getIterator(), false, unlikely);
        end->setDebugLoc(i.getDebugLoc());
        return end;
    }

    // A read-modify-write is both.
    void insert_checks(llvm::Instruction& i, llvm::Use& slot) {
        const auto check = [&](std::uint32_t how) {
            llvm::IRBuilder<> b(&i);
            Value* a = address(b, slot.get());
            b.SetInsertPoint(unless_asked(b, a, (how & IB_CHECK_WRITE) != 0, i));
            call(b, "ib_check_access", b.getVoidTy(),
                 {narrow(b, a), b.getInt32(static_cast<std::uint32_t>(bytes(accessed(i)))),
                  b.getInt32(how)});
        };
        if (!isa<llvm::StoreInst>(i))
            check(checked_->loads(&i) ? std::uint32_t{IB_CHECK_POLL} : 0U);
        if (!isa<llvm::LoadInst>(i)) check(IB_CHECK_WRITE);
    }

    // Own memory lies below 4 GiB, but an index may have run over 32 bits on the way.
    void cut_own(llvm::Use& slot, llvm::Instruction& i) {
        llvm::APInt offset(64, 0);
        const auto* base =
            slot->stripAndAccumulateConstantOffsets(module_.getDataLayout(), offset, true);
        if (base == llvm::getUnderlyingObject(slot.get(), 0)) return;
        llvm::IRBuilder<> b(&i);
        slot.set(b.CreateIntToPtr(address(b, slot.get()), b.getPtrTy()));
    }

    // The 32-bit address, widened: zero in its upper half, so that it indexes L1 as it is.
    static Value* address(llvm::IRBuilder<>& b, Value* pointer) {
        return b.CreateAnd(b.CreatePtrToInt(pointer, b.getInt64Ty()), 0xffffffffu, "address");
    }

    static Value* narrow(llvm::IRBuilder<>& b, Value* a) {
        return b.CreateTrunc(a, b.getInt32Ty());
    }

    Value* in_l1(llvm::IRBuilder<>& b, Value* a) {
        return b.CreateGEP(b.getInt8Ty(), frame_.l1(), a);
    }

    static Value* is_l1(llvm::IRBuilder<>& b, Value* a) {
        return b.CreateICmpULT(a, b.getInt64(IB_L1_SPAN));
    }

    llvm::CallInst* call(llvm::IRBuilder<>& b, const char* name, llvm::Type* result,
                         llvm::ArrayRef<Value*> args) {
        llvm::SmallVector<llvm::Type*> types;
        for (auto* a : args) types.push_back(a->getType());
        auto callee =
            module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
        auto* made = b.CreateCall(callee, args);
        made->addFnAttr(llvm::Attribute::Cold);
        return made;
    }

    // Splits before `i`: the fast side falls through, the slow side is out of line.
    std::pair<llvm::Instruction*, llvm::Instruction*> fork(Value* condition, llvm::Instruction& i) {
        auto* likely = llvm::MDBuilder(i.getContext()).createLikelyBranchWeights();
        llvm::Instruction *fast = nullptr, *slow = nullptr;
        llvm::SplitBlockAndInsertIfThenElse(condition, i.getIterator(), &fast, &slow, likely);
        for (auto* end : {fast, slow}) end->setDebugLoc(i.getDebugLoc());
        return {fast, slow};
    }

    Value* slow_load(llvm::IRBuilder<>& b, Value* a, llvm::Type* type) {
        const auto size = bytes(type);
        Value* word = call(b, "ib_load", b.getInt64Ty(),
                           {narrow(b, a), b.getInt32(static_cast<std::uint32_t>(size))});
        if (type->isPointerTy()) return b.CreateIntToPtr(word, type);
        return b.CreateBitCast(b.CreateTrunc(word, b.getIntNTy(static_cast<unsigned>(8 * size))),
                               type);
    }

    void slow_store(llvm::IRBuilder<>& b, Value* a, Value* value) {
        const auto size = bytes(value->getType());
        Value* word =
            value->getType()->isPointerTy()
                ? b.CreatePtrToInt(value, b.getInt64Ty())
                : b.CreateZExt(b.CreateBitCast(value, b.getIntNTy(static_cast<unsigned>(8 * size))),
                               b.getInt64Ty());
        call(b, "ib_store", b.getVoidTy(),
             {narrow(b, a), word, b.getInt32(static_cast<std::uint32_t>(size))});
    }

    // The chip's rules for alignment are not the host's: no wide move may rely on ours.
    void point(llvm::LoadInst& load, Value* to) {
        load.setOperand(llvm::LoadInst::getPointerOperandIndex(), to);
        if (!load.isAtomic()) load.setAlignment(llvm::Align(1));
    }
    void point(llvm::StoreInst& store, Value* to) {
        store.setOperand(llvm::StoreInst::getPointerOperandIndex(), to);
        if (!store.isAtomic()) store.setAlignment(llvm::Align(1));
    }

    void rewrite_load(llvm::LoadInst& load) {
        llvm::IRBuilder<> b(&load);
        Value* a = address(b, load.getPointerOperand());
        Value* near = is_l1(b, a);
        if (const auto* known = dyn_cast<llvm::ConstantInt>(near)) {
            if (known->isOne()) return point(load, in_l1(b, a));
            load.replaceAllUsesWith(slow_load(b, a, load.getType()));
            load.eraseFromParent();
            return;
        }
        const auto [fast, slow] = fork(near, load);
        llvm::IRBuilder<> s(slow);
        Value* far = slow_load(s, a, load.getType());
        auto* joined = llvm::PHINode::Create(load.getType(), 2, "", load.getIterator());
        load.replaceAllUsesWith(joined);
        load.moveBefore(fast);
        llvm::IRBuilder<> f(&load);
        point(load, in_l1(f, a));
        joined->addIncoming(&load, fast->getParent());
        joined->addIncoming(far, slow->getParent());
    }

    void rewrite_store(llvm::StoreInst& store) {
        llvm::IRBuilder<> b(&store);
        Value* a = address(b, store.getPointerOperand());
        Value* near = is_l1(b, a);
        if (const auto* known = dyn_cast<llvm::ConstantInt>(near)) {
            if (known->isOne()) return point(store, in_l1(b, a));
            slow_store(b, a, store.getValueOperand());
            store.eraseFromParent();
            return;
        }
        const auto [fast, slow] = fork(near, store);
        llvm::IRBuilder<> s(slow);
        slow_store(s, a, store.getValueOperand());
        store.moveBefore(fast);
        llvm::IRBuilder<> f(&store);
        point(store, in_l1(f, a));
    }

    // Atomics and wide accesses stay in one piece; only their pointer is chosen.
    void rewrite_other(llvm::Instruction& i, llvm::Use& slot) {
        llvm::IRBuilder<> b(&i);
        Value* a = address(b, slot.get());
        auto* type = accessed(i);
        const auto [fast, slow] = fork(is_l1(b, a), i);
        llvm::IRBuilder<> f(fast), s(slow);
        Value* near = in_l1(f, a);
        Value* far = call(
            s, "ib_translate", s.getPtrTy(),
            {narrow(s, a), s.getInt64(bytes(type)), s.getInt32(isa<llvm::LoadInst>(i) ? 0 : 1)});
        b.SetInsertPoint(&i);
        auto* chosen = b.CreatePHI(b.getPtrTy(), 2);
        chosen->addIncoming(near, fast->getParent());
        chosen->addIncoming(far, slow->getParent());
        if (auto* load = dyn_cast<llvm::LoadInst>(&i)) return point(*load, chosen);
        if (auto* store = dyn_cast<llvm::StoreInst>(&i)) return point(*store, chosen);
        slot.set(chosen);
    }

    Frame& frame_;
    llvm::Module& module_;
    const PollLoops* checked_;
};

}  // namespace

void translate_accesses(Frame& frame, const PollLoops* checked) {
    llvm::SmallVector<llvm::Instruction*> accesses;
    for (auto& block : frame.function())
        for (auto& i : block)
            if (pointer_of(i) != nullptr) accesses.push_back(&i);
    Translator translator(frame, checked);
    for (auto* i : accesses) translator.rewrite(*i);
}

}  // namespace ironbird::pass

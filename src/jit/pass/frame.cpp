// Finds the context from the stack pointer and tells own memory from device addresses.
#include "jit/pass/frame.hpp"

#include "ib_abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {
namespace {

// Splitting the entry block must not leave an alloca behind in a later block: it would turn
// dynamic.
void gather_allocas(llvm::BasicBlock& entry) {
    llvm::SmallVector<llvm::AllocaInst*> late;
    bool past = false;
    for (auto& i : entry) {
        auto* a = llvm::dyn_cast<llvm::AllocaInst>(&i);
        if (a == nullptr)
            past = true;
        else if (past && a->isStaticAlloca())
            late.push_back(a);
    }
    for (auto* a : late) a->moveBefore(&*entry.getFirstInsertionPt());
}

llvm::Instruction* read_stack_pointer(llvm::IRBuilder<>& b) {
    auto& c = b.getContext();
    auto* name = llvm::MDNode::get(c, llvm::MDString::get(c, "rsp"));
    return b.CreateIntrinsic(llvm::Intrinsic::read_register, {b.getInt64Ty()},
                             {llvm::MetadataAsValue::get(c, name)}, nullptr, "sp");
}

}  // namespace

Frame::Frame(llvm::Function& function) : function_(function) {
    auto& entry = function.getEntryBlock();
    gather_allocas(entry);
    llvm::IRBuilder<> b(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    stack_ = read_stack_pointer(b);
    block_ = llvm::cast<llvm::Instruction>(b.CreateAnd(stack_, ~std::uint64_t{IB_BLOCK_BYTES - 1}));
    context_ = llvm::cast<llvm::Instruction>(b.CreateIntToPtr(block_, b.getPtrTy(), "context"));
}

llvm::Value* Frame::field(llvm::IRBuilder<>& b, unsigned offset) {
    return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), context_, offset);
}

llvm::Instruction* Frame::base(llvm::Instruction*& slot, unsigned offset, const char* name) {
    if (slot == nullptr) {
        llvm::IRBuilder<> b(context_->getNextNode());
        auto* load = b.CreateLoad(b.getPtrTy(), field(b, offset), name);
        // Fixed while a kernel runs; lets the backend keep or reload it as it likes.
        load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                          llvm::MDNode::get(b.getContext(), {}));
        slot = load;
    }
    return slot;
}

llvm::Value* Frame::l1() {
    return base(l1_, offsetof(ib_context, l1), "l1");
}
llvm::Value* Frame::globals() {
    return base(globals_, offsetof(ib_context, globals), "globals");
}
llvm::Value* Frame::constants() {
    return base(constants_, offsetof(ib_context, constants), "constants");
}

llvm::Value* Frame::asked(bool stores) {
    return base(asked_[stores ? 1 : 0],
                offsetof(ib_context, asked) + (stores ? sizeof(std::uint8_t*) : 0), "asked");
}

bool Frame::owns(const llvm::Value* pointer) const {
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    return llvm::all_of(objects, [this](const llvm::Value* o) {
        if (const auto* argument = llvm::dyn_cast<llvm::Argument>(o))
            return argument->hasByValAttr();
        return llvm::isa<llvm::AllocaInst>(o) || llvm::isa<llvm::GlobalVariable>(o) ||
               o == context_ || o == globals_ || o == constants_;
    });
}

void Frame::finish() {
    for (auto* i : {l1_, globals_, constants_, asked_[0], asked_[1], context_, block_, stack_}) {
        if (i == nullptr || !i->use_empty()) continue;
        auto* address = i->getNumOperands() > 0
                            ? llvm::dyn_cast<llvm::GetElementPtrInst>(i->getOperand(0))
                            : nullptr;
        i->eraseFromParent();
        if (address != nullptr && address->use_empty()) address->eraseFromParent();
    }
}

}  // namespace ironbird::pass

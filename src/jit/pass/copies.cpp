// memcpy, memmove, memset and memcmp on device addresses.
#include "ib_abi.h"
#include "jit/pass/addresses.hpp"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {
namespace {

using llvm::dyn_cast;
using llvm::Value;

// Structs up to this size are copied by plain loads and stores, which cost what words cost.
constexpr std::uint64_t kInlineBytes = 32;

struct LibraryRow {
    llvm::StringRef name;
    const char* ours;
    bool compares;
};

constexpr LibraryRow kLibrary[] = {
    {"memcpy", "ib_memcpy", false}, {"memmove", "ib_memmove", false},
    {"memset", "ib_memset", false}, {"memcmp", "ib_memcmp", true},
    {"bcmp", "ib_memcmp", true},
};

Value* narrow(llvm::IRBuilder<>& b, Value* v) {
    return v->getType()->isPointerTy() ? b.CreatePtrToInt(v, b.getInt32Ty())
                                       : b.CreateZExtOrTrunc(v, b.getInt32Ty());
}

llvm::CallInst* call_ours(llvm::IRBuilder<>& b, const char* name, Value* first, Value* second,
                          Value* size) {
    auto* word = b.getInt32Ty();
    auto* result = llvm::StringRef(name) == "ib_memcmp" ? word : b.getVoidTy();
    auto callee =
        b.GetInsertBlock()->getModule()->getOrInsertFunction(name, result, word, word, word);
    return b.CreateCall(callee, {narrow(b, first), narrow(b, second), narrow(b, size)});
}

// Loads everything before it stores, so that it is right for memmove too.
void copy_words(llvm::IRBuilder<>& b, Value* to, Value* from, std::uint64_t size,
                bool is_volatile) {
    llvm::SmallVector<std::pair<llvm::LoadInst*, std::uint64_t>> parts;
    for (std::uint64_t at = 0; at < size;) {
        const auto step = llvm::bit_floor(std::min<std::uint64_t>(size - at, 4));
        auto* type = b.getIntNTy(static_cast<unsigned>(8 * step));
        auto* source = b.CreateConstGEP1_64(b.getInt8Ty(), from, at);
        parts.emplace_back(b.CreateAlignedLoad(type, source, llvm::Align(1), is_volatile), at);
        at += step;
    }
    for (const auto& [value, at] : parts)
        b.CreateAlignedStore(value, b.CreateConstGEP1_64(b.getInt8Ty(), to, at), llvm::Align(1),
                             is_volatile);
}

void rewrite_intrinsic(llvm::MemIntrinsic& m, const Frame& frame) {
    auto* transfer = dyn_cast<llvm::MemTransferInst>(&m);
    if (frame.owns(m.getDest()) && (transfer == nullptr || frame.owns(transfer->getSource())))
        return;
    llvm::IRBuilder<> b(&m);
    const auto* size = dyn_cast<llvm::ConstantInt>(m.getLength());
    if (transfer != nullptr && size != nullptr && size->getZExtValue() <= kInlineBytes)
        copy_words(b, m.getDest(), transfer->getSource(), size->getZExtValue(), m.isVolatile());
    else if (transfer == nullptr)
        call_ours(b, "ib_memset", m.getDest(), llvm::cast<llvm::MemSetInst>(m).getValue(),
                  m.getLength());
    else
        call_ours(b, llvm::isa<llvm::MemMoveInst>(m) ? "ib_memmove" : "ib_memcpy", m.getDest(),
                  transfer->getSource(), m.getLength());
    m.eraseFromParent();
}

void rewrite_library_call(llvm::CallInst& call, const LibraryRow& row) {
    if (call.arg_size() != 3) return;
    llvm::IRBuilder<> b(&call);
    auto* made =
        call_ours(b, row.ours, call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2));
    if (!call.use_empty())
        call.replaceAllUsesWith(row.compares ? b.CreateSExtOrTrunc(made, call.getType())
                                             : call.getArgOperand(0));
    call.eraseFromParent();
}

// The backend copies a by-value argument itself, from where its pointer says: that must be ours.
void own_by_value_arguments(llvm::CallInst& call, Frame& frame) {
    for (unsigned n = 0; n < call.arg_size(); n++) {
        if (!call.isByValArgument(n) || frame.owns(call.getArgOperand(n))) continue;
        auto* type = call.getParamByValType(n);
        auto& entry = frame.function().getEntryBlock();
        llvm::IRBuilder<> top(&entry, entry.begin()), b(&call);
        auto* copy = top.CreateAlloca(type);
        copy->setAlignment(llvm::Align(16));
        const auto size = call.getModule()->getDataLayout().getTypeAllocSize(type);
        call_ours(b, "ib_memcpy", copy, call.getArgOperand(n), b.getInt64(size));
        call.setArgOperand(n, copy);
    }
}

const LibraryRow* library_row(const llvm::CallInst& call) {
    const auto* callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration()) return nullptr;
    for (const auto& row : kLibrary)
        if (row.name == callee->getName()) return &row;
    return nullptr;
}

// No effect on memory that a kernel can see, or none beyond its own stack.
constexpr llvm::Intrinsic::ID kHarmless[] = {
    llvm::Intrinsic::lifetime_start,
    llvm::Intrinsic::lifetime_end,
    llvm::Intrinsic::assume,
    llvm::Intrinsic::vastart,
    llvm::Intrinsic::vaend,
    llvm::Intrinsic::vacopy,
    llvm::Intrinsic::stacksave,
    llvm::Intrinsic::stackrestore,
    llvm::Intrinsic::invariant_start,
    llvm::Intrinsic::invariant_end,
    llvm::Intrinsic::read_register,
    llvm::Intrinsic::sideeffect,
    llvm::Intrinsic::trap,
    llvm::Intrinsic::debugtrap,
    llvm::Intrinsic::ubsantrap,
    llvm::Intrinsic::readcyclecounter,
    llvm::Intrinsic::experimental_noalias_scope_decl,
    llvm::Intrinsic::frameaddress,
    llvm::Intrinsic::returnaddress,
    llvm::Intrinsic::launder_invariant_group,
    llvm::Intrinsic::donothing,
};

}  // namespace

void translate_copies(Frame& frame) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (auto& block : frame.function())
        for (auto& i : block)
            if (auto* call = dyn_cast<llvm::CallInst>(&i)) calls.push_back(call);
    for (auto* call : calls) {
        if (auto* m = dyn_cast<llvm::MemIntrinsic>(call))
            rewrite_intrinsic(*m, frame);
        else if (const auto* row = library_row(*call))
            rewrite_library_call(*call, *row);
        else
            own_by_value_arguments(*call, frame);
    }
}

void refuse_strange_accesses(Frame& frame, Report& report) {
    for (auto& block : frame.function())
        for (auto& i : llvm::make_early_inc_range(block)) {
            auto* intrinsic = dyn_cast<llvm::IntrinsicInst>(&i);
            if (intrinsic == nullptr || !intrinsic->mayReadOrWriteMemory()) continue;
            if (llvm::isa<llvm::MemIntrinsic>(i) || i.isDebugOrPseudoInst()) continue;
            if (llvm::is_contained(kHarmless, intrinsic->getIntrinsicID())) continue;
            if (intrinsic->getIntrinsicID() == llvm::Intrinsic::prefetch) {
                i.eraseFromParent();
                continue;
            }
            report.refuse(i, "memory access through " +
                                 intrinsic->getCalledFunction()->getName().str() +
                                 " is not modelled");
        }
}

}  // namespace ironbird::pass

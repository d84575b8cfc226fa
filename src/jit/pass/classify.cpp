// From LLVM opcodes to RISC-V cost classes.
#include "jit/pass/classify.hpp"

#include "jit/pass/assembly.hpp"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {
namespace {

using llvm::dyn_cast;
using llvm::Instruction;
using llvm::isa;

bool is_wide(const llvm::Type* type) {
    return type->isIntegerTy() && type->getIntegerBitWidth() > 32;
}

// Words on the chip: its pointers have four bytes.
std::uint32_t words(const llvm::Type* type, const llvm::Module& module) {
    if (type->isPointerTy()) return 1;
    const std::uint64_t bytes =
        module.getDataLayout().getTypeStoreSize(const_cast<llvm::Type*>(type));
    return static_cast<std::uint32_t>((bytes + 3) / 4);
}

Charge memory(const Instruction& i, const llvm::Value* pointer, const llvm::Type* type,
              bool store) {
    const bool local = is_local(pointer);
    const Class kind = store ? (local ? Class::local_store : Class::l1_store)
                             : (local ? Class::local_load : Class::l1_load);
    return {kind, words(type, *i.getModule())};
}

// A comparison that only feeds a branch is part of it.
Charge compare(const Instruction& i) {
    for (const auto* user : i.users())
        if (!isa<llvm::BranchInst>(user)) return {Class::alu};
    return {Class::free};
}

Charge divide(const Instruction& i) {
    if (isa<llvm::ConstantInt>(i.getOperand(1))) return {Class::divide_constant};
    return {is_wide(i.getType()) ? Class::divide_64 : Class::divide};
}

// Widening to 64 bits is an artefact of our 64-bit pointers, and loads extend for nothing.
Charge extend(const Instruction& i) {
    if (is_wide(i.getType()) || isa<llvm::LoadInst>(i.getOperand(0))) return {Class::free};
    return {Class::alu};
}

Charge floating(const Instruction& i, const llvm::Type* type, Class single, Class dual) {
    const auto* vector = dyn_cast<llvm::FixedVectorType>(i.getType());
    return {type->getScalarType()->isDoubleTy() ? dual : single,
            vector ? vector->getNumElements() : 1};
}

Charge element_address(const llvm::GetElementPtrInst& gep) {
    return {gep.hasAllConstantIndices() ? Class::free : Class::address};
}

struct IntrinsicRow {
    llvm::Intrinsic::ID id;
    Class single, dual;
};

constexpr IntrinsicRow kIntrinsics[] = {
    {llvm::Intrinsic::umin, Class::compare_select, Class::compare_select},
    {llvm::Intrinsic::umax, Class::compare_select, Class::compare_select},
    {llvm::Intrinsic::smin, Class::compare_select, Class::compare_select},
    {llvm::Intrinsic::smax, Class::compare_select, Class::compare_select},
    {llvm::Intrinsic::abs, Class::compare_select, Class::compare_select},
    {llvm::Intrinsic::usub_sat, Class::compare_select, Class::compare_select},
    {llvm::Intrinsic::uadd_sat, Class::compare_select, Class::compare_select},
    {llvm::Intrinsic::fshl, Class::bits, Class::bits},
    {llvm::Intrinsic::fshr, Class::bits, Class::bits},
    {llvm::Intrinsic::bswap, Class::bits, Class::bits},
    {llvm::Intrinsic::ctpop, Class::bits, Class::bits},
    {llvm::Intrinsic::ctlz, Class::bits, Class::bits},
    {llvm::Intrinsic::cttz, Class::bits, Class::bits},
    {llvm::Intrinsic::fmuladd, Class::float_fused, Class::double_fused},
    {llvm::Intrinsic::fma, Class::float_fused, Class::double_fused},
    {llvm::Intrinsic::sqrt, Class::float_divide, Class::double_divide},
    {llvm::Intrinsic::fabs, Class::alu, Class::alu},
    {llvm::Intrinsic::minnum, Class::float_compare, Class::double_compare},
    {llvm::Intrinsic::maxnum, Class::float_compare, Class::double_compare},
};

// A copy between own objects costs its words; what touches L1 is charged by ib_mem….
Charge copy(const llvm::MemIntrinsic& m) {
    const auto* length = dyn_cast<llvm::ConstantInt>(m.getLength());
    const auto* transfer = dyn_cast<llvm::MemTransferInst>(&m);
    const bool local =
        is_local(m.getDest()) && (transfer == nullptr || is_local(transfer->getSource()));
    if (!local || length == nullptr) return {};
    const auto count = static_cast<std::uint32_t>((length->getZExtValue() + 3) / 4);
    return {Class::local_load, transfer != nullptr ? 2 * count : count};
}

Charge call(const llvm::CallBase& c) {
    if (const auto* text = dyn_cast<llvm::InlineAsm>(c.getCalledOperand()))
        return {Class::alu, count_statements(text->getAsmString())};
    if (const auto* m = dyn_cast<llvm::MemIntrinsic>(&c)) return copy(*m);
    if (const auto* intrinsic = dyn_cast<llvm::IntrinsicInst>(&c)) {
        for (const auto& row : kIntrinsics)
            if (row.id == intrinsic->getIntrinsicID())
                return floating(c, c.getType(), row.single, row.dual);
        return {};
    }
    const auto* callee = c.getCalledFunction();
    return {callee != nullptr && callee->isDeclaration() ? Class::free : Class::call};
}

Charge control(const Instruction& i) {
    if (const auto* branch = dyn_cast<llvm::BranchInst>(&i)) {
        if (branch->isConditional()) return {Class::branch};
        return {branch->getSuccessor(0)->getSinglePredecessor() != nullptr ? Class::free
                                                                           : Class::jump};
    }
    return {isa<llvm::SwitchInst>(i)   ? Class::table_jump
            : isa<llvm::ReturnInst>(i) ? Class::jump
                                       : Class::free};
}

Charge arithmetic(const Instruction& i) {
    switch (i.getOpcode()) {
        case Instruction::Mul:
            return {is_wide(i.getType()) ? Class::multiply_64 : Class::multiply};
        case Instruction::UDiv:
        case Instruction::SDiv:
        case Instruction::URem:
        case Instruction::SRem:
            return divide(i);
        case Instruction::FNeg:
            return {Class::alu};
        case Instruction::FAdd:
        case Instruction::FSub:
            return floating(i, i.getType(), Class::float_add, Class::double_add);
        case Instruction::FMul:
            return floating(i, i.getType(), Class::float_multiply, Class::double_multiply);
        case Instruction::FDiv:
        case Instruction::FRem:
            return floating(i, i.getType(), Class::float_divide, Class::double_divide);
        // 64-bit sums count once: most are indexes that were widened for our 64-bit pointers.
        default:
            return {Class::alu};
    }
}

Charge conversion(const Instruction& i) {
    switch (i.getOpcode()) {
        case Instruction::ZExt:
        case Instruction::SExt:
            return extend(i);
        case Instruction::FPToUI:
        case Instruction::FPToSI:
        case Instruction::FPTrunc:
            return floating(i, i.getOperand(0)->getType(), Class::float_convert,
                            Class::double_convert);
        case Instruction::UIToFP:
        case Instruction::SIToFP:
        case Instruction::FPExt:
            return floating(i, i.getType(), Class::float_convert, Class::double_convert);
        default:
            return {Class::free};
    }
}

}  // namespace

bool is_local(const llvm::Value* pointer) {
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    return llvm::all_of(objects, [](const llvm::Value* o) {
        if (const auto* call = dyn_cast<llvm::CallBase>(o))
            return call->getCalledFunction() != nullptr &&
                   call->getCalledFunction()->getName() == "ib_self";
        if (const auto* argument = dyn_cast<llvm::Argument>(o)) return argument->hasByValAttr();
        return isa<llvm::AllocaInst>(o) || isa<llvm::GlobalVariable>(o);
    });
}

Charge classify(const Instruction& i) {
    if (const auto* load = dyn_cast<llvm::LoadInst>(&i))
        return memory(i, load->getPointerOperand(), load->getType(), false);
    if (const auto* store = dyn_cast<llvm::StoreInst>(&i))
        return memory(i, store->getPointerOperand(), store->getValueOperand()->getType(), true);
    if (isa<llvm::AtomicRMWInst>(i) || isa<llvm::AtomicCmpXchgInst>(i)) return {Class::l1_atomic};
    if (const auto* gep = dyn_cast<llvm::GetElementPtrInst>(&i)) return element_address(*gep);
    if (const auto* c = dyn_cast<llvm::CallBase>(&i)) return call(*c);
    if (isa<llvm::FCmpInst>(i))
        return floating(i, i.getOperand(0)->getType(), Class::float_compare, Class::double_compare);
    if (isa<llvm::ICmpInst>(i)) return compare(i);
    if (isa<llvm::SelectInst>(i)) return {Class::compare_select};
    if (i.isTerminator()) return control(i);
    if (i.isBinaryOp() || i.isUnaryOp()) return arithmetic(i);
    if (i.isCast()) return conversion(i);
    return {};
}

}  // namespace ironbird::pass

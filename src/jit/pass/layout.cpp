// Finds pointers that a kernel keeps in L1.
#include "jit/pass/layout.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

namespace ironbird::pass {
namespace {

bool is_made_from_number(const llvm::Value* pointer) {
    const auto* object = llvm::getUnderlyingObject(pointer, 0);
    return llvm::Operator::getOpcode(object) == llvm::Instruction::IntToPtr;
}

}  // namespace

void note_pointers_in_l1(llvm::Function& function, const Roots& roots, Report& report) {
    for (auto& i : llvm::instructions(function)) {
        const auto* pointer = llvm::getLoadStorePointerOperand(&i);
        if (pointer == nullptr || !llvm::getLoadStoreType(&i)->isPointerTy()) continue;
        if (roots.is_own(i) && is_made_from_number(pointer))
            report.note(i, "a pointer is kept in L1: it has 8 bytes here and 4 on the chip");
    }
}

}  // namespace ironbird::pass

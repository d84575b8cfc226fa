// Folds constant stores of llvm.global_ctors and refuses the rest.
#include "jit/pass/constructors.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace ironbird::pass {
namespace {

using llvm::dyn_cast;
using llvm::isa;

std::vector<llvm::Function*> constructors(llvm::Module& module) {
    std::vector<llvm::Function*> found;
    for (const char* name : {"llvm.global_ctors", "llvm.global_dtors"}) {
        auto* list = module.getGlobalVariable(name, true);
        if (list == nullptr) continue;
        if (auto* rows = dyn_cast<llvm::ConstantArray>(list->getInitializer()))
            for (auto& row : rows->operands())
                if (auto* f =
                        dyn_cast<llvm::Function>(llvm::cast<llvm::Constant>(row)->getOperand(1)))
                    found.push_back(f);
        list->eraseFromParent();
    }
    return found;
}

// The variable and offset that a store writes, when both are constant.
std::optional<ConstructorStore> constant_store(llvm::StoreInst& store) {
    auto* value = dyn_cast<llvm::Constant>(store.getValueOperand());
    if (value == nullptr) return {};
    llvm::APInt offset(64, 0);
    const auto& layout = store.getModule()->getDataLayout();
    auto* base = store.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    auto* variable = dyn_cast<llvm::GlobalVariable>(base);
    if (variable == nullptr || variable->isDeclaration()) return {};
    return ConstructorStore{variable, offset.getZExtValue(), value};
}

// The variable that the first line of code beyond constants works on.
std::string variable_behind(const llvm::Instruction& i) {
    for (const auto* at = &i; at != nullptr; at = at->getNextNode())
        if (const auto* store = dyn_cast<llvm::StoreInst>(at))
            if (const auto* v = dyn_cast<llvm::GlobalVariable>(
                    store->getPointerOperand()->stripInBoundsOffsets()))
                return plain_name(*v);
    for (const auto& operand : i.operands())
        if (const auto* v = dyn_cast<llvm::GlobalVariable>(operand->stripInBoundsOffsets()))
            return plain_name(*v);
    return "a global variable";
}

}  // namespace

std::vector<ConstructorStore> take_constructor_stores(llvm::Module& module, Report& report) {
    std::vector<ConstructorStore> found;
    for (auto* f : constructors(module)) {
        for (auto& i : f->getEntryBlock()) {
            if (i.isDebugOrPseudoInst() || isa<llvm::ReturnInst>(i)) continue;
            auto* store = dyn_cast<llvm::StoreInst>(&i);
            const auto folded = store != nullptr ? constant_store(*store) : std::nullopt;
            if (folded) {
                found.push_back(*folded);
                continue;
            }
            report.refuse(i, variable_behind(i) +
                                 " needs dynamic initialisation, which kernels do not have: "
                                 "make it constexpr, or set it in kernel_main");
            break;
        }
        f->eraseFromParent();
    }
    return found;
}

}  // namespace ironbird::pass

// Refusals that need no rewriting.
#include "jit/pass/checks.hpp"

#include "jit/pass/module_header.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace ironbird::pass {
namespace {

using llvm::StringRef;

constexpr StringRef kCopies[] = {"memcpy", "memmove", "memset", "memcmp", "bcmp"};

// Intrinsics that the backend would turn into calls of the host's mathematics library.
constexpr llvm::Intrinsic::ID kLibraryMaths[] = {
    llvm::Intrinsic::sin,   llvm::Intrinsic::cos,  llvm::Intrinsic::tan,   llvm::Intrinsic::pow,
    llvm::Intrinsic::exp,   llvm::Intrinsic::exp2, llvm::Intrinsic::log,   llvm::Intrinsic::log2,
    llvm::Intrinsic::log10, llvm::Intrinsic::powi, llvm::Intrinsic::ldexp, llvm::Intrinsic::exp10,
};

// The first instruction that leads to a value, through constant expressions.
const llvm::Instruction* first_user(const llvm::Value& value) {
    for (const auto* user : value.users()) {
        if (const auto* i = llvm::dyn_cast<llvm::Instruction>(user)) return i;
        if (llvm::isa<llvm::ConstantExpr>(user))
            if (const auto* i = first_user(*user)) return i;
    }
    return nullptr;
}

void refuse_symbol(const llvm::GlobalValue& symbol, Report& report) {
    const std::string what =
        "undefined symbol " + plain_name(symbol) + ": kernels reach nothing outside themselves";
    if (const auto* user = first_user(symbol))
        report.refuse(*user, what);
    else
        report.refuse(what);
}

bool is_allowed(const llvm::Function& f) {
    if (llvm::is_contained(kLibraryMaths, f.getIntrinsicID())) return false;
    return f.isIntrinsic() || f.getName().starts_with("ib_") ||
           llvm::is_contained(kCopies, f.getName());
}

void check_variable(const llvm::GlobalVariable& v, Report& report) {
    if (v.getName().starts_with("llvm.")) return;
    if (v.isThreadLocal())
        report.refuse("thread_local " + plain_name(v) + ": a processor has one thread");
    else if (v.isDeclaration() && !v.use_empty())
        refuse_symbol(v, report);
    else if (v.getName().starts_with("_ZGV") && !v.use_empty())
        report.refuse(plain_name(v) +
                      " needs dynamic initialisation, which kernels do not have: "
                      "make it constexpr, or set it in kernel_main");
}

}  // namespace

void check_module(llvm::Module& module, Report& report) {
    if (!module.getModuleInlineAsm().empty())
        report.refuse("inline assembly outside of a function: " + module.getModuleInlineAsm());
    for (const auto& f : module.functions())
        if (f.isDeclaration() && !f.use_empty() && !is_allowed(f)) refuse_symbol(f, report);
    for (const auto& v : module.globals()) check_variable(v, report);
    if (!module.ifuncs().empty()) report.refuse("ifunc symbols are not modelled");
    const auto* entry = module.getFunction(kEntrySymbol);
    if (entry == nullptr || entry->isDeclaration()) report.refuse("the kernel has no entry point");
}

}  // namespace ironbird::pass

// The kernel pass: the order of its jobs, and its registration with clang.
#include "jit/pass/addresses.hpp"
#include "jit/pass/assembly.hpp"
#include "jit/pass/cb_use.hpp"
#include "jit/pass/checks.hpp"
#include "jit/pass/clock.hpp"
#include "jit/pass/cost.hpp"
#include "jit/pass/globals.hpp"
#include "jit/pass/layout.hpp"
#include "jit/pass/lines.hpp"
#include "jit/pass/module_header.hpp"
#include "jit/pass/roots.hpp"
#include "jit/pass/self.hpp"
#include "jit/pass/unroll.hpp"
#include "jit/pass/yield.hpp"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

namespace ironbird::pass {
namespace {

// One function: what it costs is decided on the code as the optimiser left it, then the code is
// rewritten, and the clock is tied to the context last, when every call is in place.
void rewrite(llvm::Function& function, Globals& globals, const Roots& roots, Report& report,
             llvm::FunctionAnalysisManager& analyses) {
    Frame frame(function);
    Clock clock(frame);
    const PollLoops polls(frame);
    note_pointers_in_l1(function, roots, report);
    charge_blocks(clock, roots);
    unroll_small_loops(function, analyses, polls);
    insert_yields(clock, polls);
    map_assembly(frame, report);
    replace_self(frame);
    globals.rewrite_uses(frame);
    refuse_strange_accesses(frame, report);
    translate_copies(frame);
    translate_accesses(frame, roots.checked() ? &polls : nullptr);
    clock.finish();
    frame.finish();
}

// What the optimiser knew of effects on memory ends here: every function now moves the clock.
void forget_effects(llvm::Module& module) {
    for (auto& function : module) {
        if (!function.isDeclaration()) function.removeFnAttr(llvm::Attribute::Memory);
        for (auto& i : llvm::instructions(function)) {
            auto* call = llvm::dyn_cast<llvm::CallInst>(&i);
            if (call != nullptr && !llvm::isa<llvm::IntrinsicInst>(call))
                call->removeFnAttr(llvm::Attribute::Memory);
        }
    }
}

// After an error nothing is generated from the module, but clang still walks it to the end.
void abandon(llvm::Module& module) {
    for (auto& function : module)
        if (!function.isDeclaration()) function.deleteBody();
}

struct KernelPass : llvm::PassInfoMixin<KernelPass> {
    // NOLINTNEXTLINE(readability-identifier-naming): LLVM asks for it by this name
    static bool isRequired() { return true; }

    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& manager) {
        // The precompiled header goes through clang too, and has no kernel.
        if (module.getFunction(kEntrySymbol) == nullptr && module.empty())
            return llvm::PreservedAnalyses::all();
        const Roots roots(module);
        Report report(module, roots);
        define_tables(module);
        check_module(module, report);
        if (report.failed()) return abandon(module), llvm::PreservedAnalyses::none();
        Globals globals(module, report);
        const CbMasks cb_masks = cb_use(module);  // before its calls are rewritten
        auto& analyses =
            manager.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
        for (auto& function : module)
            if (!function.isDeclaration()) rewrite(function, globals, roots, report, analyses);
        globals.finish(report.notes(), cb_masks);
        show_callers_lines(module, roots);
        forget_effects(module);
        if (report.failed()) abandon(module);
        return llvm::PreservedAnalyses::none();
    }
};

// Only the entry is called from outside: everything else may be inlined or dropped.
bool stays_visible(const llvm::GlobalValue& value) {
    return value.getName() == kEntrySymbol;
}

void register_callbacks(llvm::PassBuilder& builder) {
    builder.registerPipelineStartEPCallback(
        [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
            passes.addPass(llvm::InternalizePass(stays_visible));
        });
    builder.registerOptimizerLastEPCallback(
        [](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
            passes.addPass(KernelPass());
            if (level != llvm::OptimizationLevel::O0)
                passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::EarlyCSEPass()));
        });
}

}  // namespace
}  // namespace ironbird::pass

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "ironbird", "1", ironbird::pass::register_callbacks};
}

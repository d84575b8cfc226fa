// Reads the calls as the optimiser left them.
#include "jit/pass/cb_use.hpp"

#include "jit/pass/cb_views.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

namespace ironbird::pass {
namespace {

constexpr std::array<const char*, 4> kCalls = {"ib_cb_reserve_back", "ib_cb_push_back",
                                               "ib_cb_wait_front", "ib_cb_pop_front"};
constexpr std::size_t kOthers = kCalls.size(), kViews = kOthers + 1;

}  // namespace

CbMasks cb_use(const llvm::Module& module) {
    CbMasks use{};
    use[kViews] = writes_views(module) ? 1 : 0;
    for (std::size_t i = 0; i < kCalls.size(); i++) {
        const auto* function = module.getFunction(kCalls[i]);
        if (function == nullptr) continue;
        for (const auto* user : function->users()) {
            const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
            const auto* index = call != nullptr && call->getCalledOperand() == function
                                    ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0))
                                    : nullptr;
            if (index != nullptr && index->getZExtValue() < 64)
                use[i] |= std::uint64_t{1} << index->getZExtValue();
            else
                use[kOthers] = 1;
        }
    }
    return use;
}

}  // namespace ironbird::pass

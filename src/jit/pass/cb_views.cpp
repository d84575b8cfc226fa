// Follows pointers from ib_self() to the stores.
#include "jit/pass/cb_views.hpp"

#include "abi/ib_abi.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace ironbird::pass {
namespace {

constexpr std::uint64_t kBegin = offsetof(ib_context, cb);
constexpr std::uint64_t kEnd = kBegin + sizeof(ib_context::cb);

// Where in the context a pointer leads; with an index, it leads there or behind it.
struct Place {
    std::uint64_t offset = 0;
    bool indexed = false;

    bool operator==(const Place&) const = default;
};

class Walk {
 public:
    explicit Walk(const llvm::DataLayout& layout) : layout_(layout) {}

    bool from(const llvm::CallBase& self) {
        reach(self, {});
        while (!waiting_.empty()) {
            const llvm::Value* pointer = waiting_.pop_back_val();
            for (const llvm::Use& use : pointer->uses()) follow(use, places_[pointer]);
        }
        return written_;
    }

 private:
    void reach(const llvm::Value& pointer, Place place) {
        const auto [known, is_new] = places_.try_emplace(&pointer, place);
        if (is_new) waiting_.push_back(&pointer);
        if (!(known->second == place)) written_ = true;  // two ways lead here, from two places
    }

    void follow(const llvm::Use& use, Place place) {
        const llvm::User* user = use.getUser();
        if (llvm::isa<llvm::LoadInst, llvm::CmpInst>(user)) return;
        if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(user))
            return reach(*gep, past(*gep, place));
        if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::CastInst>(user) &&
            user->getType()->isPointerTy())
            return reach(*user, place);
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
            store != nullptr && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex())
            return write(place, layout_.getTypeStoreSize(store->getValueOperand()->getType()));
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
            call != nullptr && reads(*call, use))
            return;
        written_ = true;
    }

    static bool reads(const llvm::CallBase& call, const llvm::Use& use) {
        if (!call.isArgOperand(&use)) return false;
        const unsigned n = call.getArgOperandNo(&use);
        return call.doesNotCapture(n) && call.onlyReadsMemory(n);
    }

    Place past(const llvm::GEPOperator& gep, Place place) const {
        const unsigned bits = layout_.getIndexTypeSizeInBits(gep.getType());
        llvm::MapVector<llvm::Value*, llvm::APInt> indices;
        llvm::APInt constant(bits, 0);
        if (!gep.collectOffset(layout_, bits, indices, constant)) return {0, true};
        return {place.offset + constant.getZExtValue(), place.indexed || !indices.empty()};
    }

    // An index stays in its array: behind the views there is none of them.
    void write(Place place, std::uint64_t bytes) {
        const bool before = !place.indexed && place.offset + bytes <= kBegin;
        if (!before && place.offset < kEnd) written_ = true;
    }

    const llvm::DataLayout& layout_;
    llvm::DenseMap<const llvm::Value*, Place> places_;
    llvm::SmallVector<const llvm::Value*, 16> waiting_;
    bool written_ = false;
};

}  // namespace

bool writes_views(const llvm::Module& module) {
    const auto* self = module.getFunction("ib_self");
    return self != nullptr && llvm::any_of(self->users(), [&](const llvm::User* user) {
               const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
               return call == nullptr || call->getCalledOperand() != self ||
                      Walk(module.getDataLayout()).from(*call);
           });
}

}  // namespace ironbird::pass

// Walks out of inlined functions of ours.
#include "jit/pass/lines.hpp"

#include "llvm/IR/InstIterator.h"

namespace ironbird::pass {
namespace {

// The innermost place outside our headers, or null.
const llvm::DILocation* callers_place(const llvm::DILocation* place, const Roots& roots) {
    while (place != nullptr && roots.covers(place->getScope()->getFile()))
        place = place->getInlinedAt();
    return place;
}

}  // namespace

void show_callers_lines(llvm::Module& module, const Roots& roots) {
    for (auto& function : module)
        for (auto& i : llvm::instructions(function)) {
            const llvm::DILocation* here = i.getDebugLoc();
            const llvm::DILocation* place = callers_place(here, roots);
            if (place != nullptr && place != here) i.setDebugLoc(llvm::DebugLoc(place));
        }
}

}  // namespace ironbird::pass

// Which code is the kernel's own: everything whose source file is not under our include roots.
#pragma once

#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {

// Of one module, made when the pass begins with it.
class Roots {
 public:
    // Takes the text that the JIT left in the module out of it.
    explicit Roots(llvm::Module& module);

    // Judges by the innermost scope, so that an inlined API function is ours and a lambda that
    // it calls back is the kernel's. Instructions without a location follow the one before.
    bool is_own(const llvm::Instruction& i) const;

    bool covers(const llvm::DIFile* file) const;

    // The flavour that calls the checker before each access.
    bool checked() const { return checked_; }

 private:
    std::vector<std::string> roots_;
    bool checked_ = false;
    mutable llvm::DenseMap<const llvm::DIFile*, bool> known_;
};

}  // namespace ironbird::pass

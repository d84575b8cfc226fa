// Initialisation code that is no code after all.
#pragma once

#include <vector>

#include "jit/pass/report.hpp"
#include "llvm/IR/GlobalVariable.h"

namespace ironbird::pass {

// A constant that a constructor stores into a global variable.
struct ConstructorStore {
    llvm::GlobalVariable* variable;
    std::uint64_t offset;
    llvm::Constant* value;
};

// On the chip an address cut to 32 bits is a link-time constant; with 64-bit pointers clang writes
// a constructor that stores it. Constructors that only store constants become part of the image;
// any other is dynamic initialisation and is refused, naming the variable.
std::vector<ConstructorStore> take_constructor_stores(llvm::Module& module, Report& report);

}  // namespace ironbird::pass

// Notes on data whose layout differs between the chip and here.
#pragma once

#include "jit/pass/report.hpp"
#include "jit/pass/roots.hpp"

namespace ironbird::pass {

// A pointer has 8 bytes here and 4 on the chip: noted where the kernel's own code reads or writes
// one at an address made from a number. (A 64-bit integer cannot be told from a size_t.)
void note_pointers_in_l1(llvm::Function& function, const Roots& roots, Report& report);

}  // namespace ironbird::pass

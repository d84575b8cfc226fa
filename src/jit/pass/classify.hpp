// Sorts an optimised instruction into a class of the cost table.
#pragma once

#include "jit/pass/cost_table.hpp"
#include "llvm/IR/Instruction.h"

namespace ironbird::pass {

// What an instruction costs: so many of one class.
struct Charge {
    Class kind = Class::free;
    std::uint32_t count = 1;  // 32-bit words, statements of an asm, …
};

// Globals must still be globals: they tell local memory from L1.
Charge classify(const llvm::Instruction& i);

// Whether a pointer leads to the processor's local memory (stack, globals, context).
bool is_local(const llvm::Value* pointer);

}  // namespace ironbird::pass

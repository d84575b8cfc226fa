// The processor's clock as a local variable of each function.
#pragma once

#include "jit/pass/frame.hpp"
#include "llvm/IR/Instructions.h"

namespace ironbird::pass {

// In the loops that matter the clock stays in a register; it is written to the context before
// anything that may look at it (a call, the return) and read again afterwards.
class Clock {
 public:
    explicit Clock(Frame& frame) : frame_(frame) {}

    Frame& frame() { return frame_; }

    void add(llvm::Instruction& before, std::uint32_t cycles);
    llvm::Value* now(llvm::IRBuilder<>& b);

    // Once all calls are in place: connects the variable to the context and promotes it.
    void finish();

 private:
    llvm::AllocaInst* variable();
    void fetch(llvm::IRBuilder<>& b);
    void flush(llvm::IRBuilder<>& b);
    void connect(llvm::Instruction& i);

    Frame& frame_;
    llvm::AllocaInst* variable_ = nullptr;
};

}  // namespace ironbird::pass

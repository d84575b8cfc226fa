// The values that every rewritten function computes once, at its entry.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace ironbird::pass {

// The processor's context is the stack pointer, rounded down to its block (abi/ib_abi.h); the
// other bases are loaded from it on demand. Pointers into these are the processor's own memory.
class Frame {
 public:
    explicit Frame(llvm::Function& function);

    llvm::Function& function() const { return function_; }
    llvm::Value* context() { return context_; }
    llvm::Value* l1();
    llvm::Value* globals();
    llvm::Value* constants();
    llvm::Value* asked(bool stores);

    // Address of a field of the context, computed where the builder stands.
    llvm::Value* field(llvm::IRBuilder<>& b, unsigned offset);

    // Whether a pointer provably leads into own memory, so that it needs no translation.
    bool owns(const llvm::Value* pointer) const;

    // Drops what nobody used.
    void finish();

 private:
    llvm::Instruction* base(llvm::Instruction*& slot, unsigned offset, const char* name);

    llvm::Function& function_;
    llvm::Instruction* stack_ = nullptr;
    llvm::Instruction* block_ = nullptr;
    llvm::Instruction* context_ = nullptr;
    llvm::Instruction* l1_ = nullptr;
    llvm::Instruction* globals_ = nullptr;
    llvm::Instruction* constants_ = nullptr;
    llvm::Instruction* asked_[2] = {nullptr, nullptr};
};

}  // namespace ironbird::pass

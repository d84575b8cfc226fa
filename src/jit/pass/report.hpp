// How the pass refuses a kernel: errors at the user's own line, through clang's diagnostics.
#pragma once

#include <string>

#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {

class Report {
 public:
    explicit Report(llvm::Module& module) : module_(module) {}

    // An error at the instruction's source line, or without one where none is known.
    void refuse(const llvm::Instruction& at, const std::string& what);
    void refuse(const std::string& what);

    bool failed() const { return failed_; }

 private:
    llvm::Module& module_;
    bool failed_ = false;
};

// The name as the programmer wrote it.
std::string plain_name(const llvm::GlobalValue& value);

}  // namespace ironbird::pass

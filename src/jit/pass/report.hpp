// How the pass refuses a kernel: errors at the user's own line, through clang's diagnostics.
#pragma once

#include <set>
#include <string>

#include "jit/pass/roots.hpp"
#include "llvm/IR/GlobalValue.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

namespace ironbird::pass {

// Of one module; the pass makes one for each.
class Report {
 public:
    Report(llvm::Module& module, const Roots& roots) : module_(module), roots_(roots) {}

    // An error at the line of the kernel's own source that led to the instruction, where known.
    void refuse(const llvm::Instruction& at, const std::string& what);
    void refuse(const std::string& what);

    // Something that the user should know of a kernel that is good otherwise; shown when it is
    // loaded, once for each line of source.
    void note(const llvm::Instruction& at, const std::string& what);

    bool failed() const { return failed_; }
    const std::set<std::string>& notes() const { return notes_; }

 private:
    std::string placed(const llvm::Instruction& at, const std::string& what) const;

    llvm::Module& module_;
    const Roots& roots_;
    bool failed_ = false;
    std::set<std::string> notes_;
};

// The name as the programmer wrote it.
std::string plain_name(const llvm::GlobalValue& value);

}  // namespace ironbird::pass

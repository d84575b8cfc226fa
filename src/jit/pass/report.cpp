// Errors of the pass, worded as compiler diagnostics.
#include "jit/pass/report.hpp"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

namespace ironbird::pass {
namespace {

// clang prints unknown kinds as "error: text"; the location is put into the text by us, because
// clang maps locations back only for functions that it still knows.
class Refusal : public llvm::DiagnosticInfo {
 public:
    explicit Refusal(std::string text)
        : DiagnosticInfo(llvm::DK_FirstPluginKind, llvm::DS_Error), text_(std::move(text)) {}
    void print(llvm::DiagnosticPrinter& out) const override { out << text_; }

 private:
    std::string text_;
};

}  // namespace

std::string Report::placed(const llvm::Instruction& at, const std::string& what) const {
    const llvm::DILocation* place = at.getDebugLoc();
    const llvm::DILocation* own = place;
    while (own != nullptr && (own->getLine() == 0 || roots_.covers(own->getFile())))
        own = own->getInlinedAt();
    if (own == nullptr) own = place;
    if (own == nullptr) return what;
    const auto text = [](const llvm::DILocation& l) {
        return l.getFilename().str() + ":" + std::to_string(l.getLine());
    };
    return text(*own) + ": " + what + (own == place ? "" : " (in " + text(*place) + ")");
}

void Report::refuse(const llvm::Instruction& at, const std::string& what) {
    refuse(placed(at, what));
}

void Report::note(const llvm::Instruction& at, const std::string& what) {
    notes_.insert(placed(at, what));
}

void Report::refuse(const std::string& what) {
    failed_ = true;
    module_.getContext().diagnose(Refusal(what));
}

std::string plain_name(const llvm::GlobalValue& value) {
    return llvm::demangle(value.getName().str());
}

}  // namespace ironbird::pass

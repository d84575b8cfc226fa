// Include roots of ours, read from a string constant of the module.
#include "jit/pass/roots.hpp"

#include "jit/pass/module_header.hpp"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instruction.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace ironbird::pass {

Roots::Roots(llvm::Module& module) {
    auto* text = module.getGlobalVariable(kRootsSymbol, true);
    if (text == nullptr) return;
    if (auto* bytes = llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer())) {
        llvm::SmallVector<llvm::StringRef> lines;
        bytes->getAsString().split(lines, '\n', -1, false);
        for (auto line : lines) {
            line = line.rtrim('\0');
            if (line == kCheckedLine)
                checked_ = true;
            else if (!line.empty())
                roots_.push_back(line.str());
        }
    }
    llvm::removeFromUsedLists(module, [&](llvm::Constant* c) { return c == text; });
    text->removeDeadConstantUsers();
    if (text->use_empty()) text->eraseFromParent();
}

bool Roots::covers(const llvm::DIFile* file) const {
    if (auto seen = known_.find(file); seen != known_.end()) return seen->second;
    llvm::SmallString<256> path(file->getFilename());
    if (!llvm::sys::path::is_absolute(path)) {
        path = file->getDirectory();
        llvm::sys::path::append(path, file->getFilename());
    }
    llvm::sys::path::remove_dots(path, true);
    const bool found = llvm::any_of(roots_, [&](const std::string& root) {
        return path.starts_with(root) &&
               (path.size() == root.size() || root.back() == '/' || path[root.size()] == '/');
    });
    return known_[file] = found;
}

bool Roots::is_own(const llvm::Instruction& i) const {
    for (const auto* at = &i; at != nullptr; at = at->getPrevNode())
        if (const llvm::DILocation* place = at->getDebugLoc())
            return !covers(place->getScope()->getFile());
    const auto* function = i.getFunction()->getSubprogram();
    return function != nullptr && !covers(function->getFile());
}

}  // namespace ironbird::pass

// Preloaded into clang-tidy 19, whose matchers otherwise visit every declaration of every system
// header and drop what they find there. With this they visit the others alone, in about a quarter
// of the time; findings are the same.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/ASTMatchers/ASTMatchFinder.h>
#include <clang/Basic/SourceManager.h>

#include <memory>
#include <vector>

namespace {

std::vector<clang::Decl*> outside_system_headers(const clang::ASTContext& context) {
    const clang::SourceManager& sources = context.getSourceManager();
    std::vector<clang::Decl*> found;
    for (clang::Decl* d : context.getTranslationUnitDecl()->decls()) {
        const clang::SourceLocation at = sources.getExpansionLoc(d->getLocation());
        if (at.isValid() && !sources.isInSystemHeader(at)) found.push_back(d);
    }
    return found;
}

class Scoped final : public clang::ASTConsumer {
 public:
    explicit Scoped(clang::ast_matchers::MatchFinder& finder) : finder_(finder) {}

    // The analyzer comes behind it and expects the whole unit again.
    void HandleTranslationUnit(clang::ASTContext& context) override {
        context.setTraversalScope(outside_system_headers(context));
        finder_.matchAST(context);
        context.setTraversalScope({context.getTranslationUnitDecl()});
    }

 private:
    clang::ast_matchers::MatchFinder& finder_;
};

}  // namespace

// In place of libclang's function of this name.
std::unique_ptr<clang::ASTConsumer> clang::ast_matchers::MatchFinder::newASTConsumer() {
    return std::make_unique<Scoped>(*this);
}

// Loops, decisions and circular buffer calls of a kernel, counted in its syntax tree.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "analysis/code/kernels.hpp"

namespace ironbird::analysis::code {
namespace {

namespace fs = std::filesystem;

constexpr std::array kLoops = {CXCursor_ForStmt, CXCursor_WhileStmt, CXCursor_DoStmt,
                               CXCursor_CXXForRangeStmt};
constexpr std::array kDecisions = {CXCursor_IfStmt, CXCursor_CaseStmt,
                                   CXCursor_ConditionalOperator};

// The functions, and the methods of the same names without the prefix that newer kernels call.
constexpr std::array<std::string_view, 8> kCbCalls = {
    "cb_reserve_back", "cb_push_back", "cb_wait_front", "cb_pop_front",
    "reserve_back",    "push_back",    "wait_front",    "pop_front"};

bool is_cb_call(CXCursor call, const std::string& name) {
    if (std::ranges::find(kCbCalls, name) == kCbCalls.end()) return false;
    if (name.starts_with("cb_")) return true;
    const CXCursor owner = clang_getCursorSemanticParent(clang_getCursorReferenced(call));
    const std::string type = name_of(owner);  // a vector has a push_back of its own
    return type.find("CircularBuffer") != type.npos || type.find("DataflowBuffer") != type.npos;
}

template <std::size_t N>
bool is_one_of(CXCursorKind kind, const std::array<CXCursorKind, N>& kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

bool is_shortcut(CXCursor c) {
    const auto kind = clang_getCursorKind(c) == CXCursor_BinaryOperator
                          ? clang_getCursorBinaryOperatorKind(c)
                          : CXBinaryOperator_Invalid;
    return kind == CXBinaryOperator_LAnd || kind == CXBinaryOperator_LOr;
}

// Written in the kernel itself, and not by a macro of some header.
bool is_own(CXCursor c) {
    CXFile written = nullptr, own = nullptr;
    const CXSourceLocation at = clang_getCursorLocation(c);
    clang_getSpellingLocation(at, &written, nullptr, nullptr, nullptr);
    clang_getExpansionLocation(at, &own, nullptr, nullptr, nullptr);
    return written == nullptr || clang_File_isEqual(written, own);
}

void count(CXCursor cursor, KernelSource& into) {
    for (const CXCursor c : children(cursor)) {
        const CXCursorKind kind = clang_getCursorKind(c);
        const bool loop = is_one_of(kind, kLoops) && is_own(c);
        into.loops += loop;
        into.complexity += loop || ((is_one_of(kind, kDecisions) || is_shortcut(c)) && is_own(c));
        if (kind == CXCursor_CallExpr)
            if (const std::string name = called_name(c); is_cb_call(c, name)) into.cb_calls[name]++;
        count(c, into);
    }
}

}  // namespace

KernelSource count_kernel(const fs::path& file, const std::string& processor,
                          const Settings& settings) {
    thread_local std::map<std::pair<fs::path, std::string>, KernelSource> counted;
    const auto [entry, fresh] = counted.try_emplace({file, processor});
    KernelSource& k = entry->second;
    if (!fresh) return k;
    k.path = file;
    std::ifstream in(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    k.bytes = text.size();
    k.lines = static_cast<unsigned>(std::ranges::count(text, '\n')) +
              (text.empty() || text.back() == '\n' ? 0 : 1);
    if (!settings.kernel_flags) return k;
    const Unit unit(file, settings.kernel_flags(file, processor));
    k.errors = unit.trouble().errors;
    for (const CXCursor c : children(unit.root()))
        if (clang_Location_isFromMainFile(clang_getCursorLocation(c))) count(c, k);
    return k;
}

}  // namespace ironbird::analysis::code

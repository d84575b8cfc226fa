// libclang's C interface, wrapped as thinly as it will go.
#include "analysis/code/cursor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/fault.hpp"

namespace ironbird::analysis::code {
namespace {

bool is_cast(CXCursorKind kind) {
    constexpr std::array kCasts = {CXCursor_CStyleCastExpr, CXCursor_CXXStaticCastExpr,
                                   CXCursor_CXXFunctionalCastExpr};
    return std::ranges::find(kCasts, kind) != kCasts.end();
}

// A constructor called with one thing of its own class, or a variant made of one alternative.
bool is_copy(CXCursor call) {
    if (clang_getCursorKind(call) != CXCursor_CallExpr) return false;
    const CXCursor target = clang_getCursorReferenced(call);
    if (clang_getCursorKind(target) != CXCursor_Constructor &&
        clang_getCursorKind(clang_getSpecializedCursorTemplate(target)) !=
            CXCursor_FunctionTemplate)
        return false;
    const Cursors given = arguments(call);
    if (given.size() != 1 || clang_Cursor_getNumArguments(call) != 1) return false;
    return name_of(call) == "variant" || type_name(given[0]) == type_name(call);
}

struct Evaluated {
    explicit Evaluated(CXCursor cursor) : result(clang_Cursor_Evaluate(cursor)) {}
    ~Evaluated() {
        if (result != nullptr) clang_EvalResult_dispose(result);
    }
    Evaluated(const Evaluated&) = delete;
    Evaluated& operator=(const Evaluated&) = delete;

    CXEvalResultKind kind() const {
        return result == nullptr ? CXEval_UnExposed : clang_EvalResult_getKind(result);
    }
    CXEvalResult result;
};

unsigned offset_of(CXSourceLocation location) {
    unsigned offset = 0;
    clang_getFileLocation(location, nullptr, nullptr, nullptr, &offset);
    return offset;
}

}  // namespace

std::string take(CXString text) {
    const char* chars = clang_getCString(text);
    std::string taken = chars == nullptr ? "" : chars;
    clang_disposeString(text);
    return taken;
}

Spot spot_of(CXCursor cursor) {
    Spot p;
    clang_getFileLocation(clang_getCursorLocation(cursor), &p.file, nullptr, nullptr, &p.offset);
    return p;
}

unsigned line_of(CXCursor cursor) {
    unsigned line = 0;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), nullptr, &line, nullptr, nullptr);
    return line;
}

std::string line_text(CXCursor cursor) {
    const unsigned line = line_of(cursor);
    if (clang_Location_isFromMainFile(clang_getCursorLocation(cursor))) return fmt::to_string(line);
    const std::filesystem::path file = take(clang_getFileName(spot_of(cursor).file));
    return fmt::format("{}:{}", file.filename().string(), line);
}

std::string name_of(CXCursor cursor) {
    return take(clang_getCursorSpelling(cursor));
}

std::string type_name(CXCursor cursor) {
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    const CXType behind = clang_getPointeeType(type);
    if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) type = behind;
    const CXCursor declaration = clang_getTypeDeclaration(type);
    if (!clang_Cursor_isNull(declaration) &&
        clang_getCursorKind(declaration) != CXCursor_NoDeclFound)
        return name_of(declaration);
    return take(clang_getTypeSpelling(clang_getUnqualifiedType(type)));
}

Cursors children(CXCursor cursor) {
    Cursors all;
    clang_visitChildren(
        cursor,
        [](CXCursor child, CXCursor, CXClientData data) {
            static_cast<Cursors*>(data)->push_back(child);
            return CXChildVisit_Continue;
        },
        &all);
    return all;
}

Cursors expressions(CXCursor cursor) {
    Cursors all = children(cursor);
    std::erase_if(all, [](CXCursor c) { return !clang_isExpression(clang_getCursorKind(c)); });
    return all;
}

std::string called_name(CXCursor call) {
    if (std::string name = name_of(call); !name.empty()) return name;
    const Cursors parts = children(call);
    return parts.empty() ? "" : name_of(clang_getCursorReferenced(parts[0]));
}

Cursors arguments(CXCursor call) {
    Cursors all;
    const int count = clang_Cursor_getNumArguments(call);
    for (int i = name_of(call) == "operator()" ? 1 : 0; i < count; i++)
        all.push_back(clang_Cursor_getArgument(call, static_cast<unsigned>(i)));
    return all;
}

CXCursor peel(CXCursor cursor) {
    while (true) {
        const CXCursorKind kind = clang_getCursorKind(cursor);
        if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr) return cursor;
        const Cursors inner = expressions(cursor);
        if (inner.size() != 1) return cursor;
        cursor = inner[0];
    }
}

CXCursor bare(CXCursor cursor) {
    while (true) {
        cursor = peel(cursor);
        const Cursors inner = expressions(cursor);
        if (is_cast(clang_getCursorKind(cursor)) && !inner.empty())
            cursor = inner.back();
        else if (is_copy(cursor))
            cursor = arguments(cursor)[0];
        else
            return cursor;
    }
}

std::map<std::string, CXCursor> members_of(CXCursor list) {
    std::map<std::string, CXCursor> members;
    Cursors fields;
    for (const CXCursor c :
         children(clang_getTypeDeclaration(clang_getCanonicalType(clang_getCursorType(list)))))
        if (clang_getCursorKind(c) == CXCursor_FieldDecl) fields.push_back(c);
    std::size_t next = 0;
    for (const CXCursor part : expressions(list)) {
        const Cursors inner = children(part);
        if (!inner.empty() && clang_getCursorKind(inner[0]) == CXCursor_MemberRef)
            members.emplace(name_of(inner[0]), inner.back());
        else if (next < fields.size())
            members.emplace(name_of(fields[next]), part);
        next++;
    }
    return members;
}

std::string source_text(CXCursor cursor) {
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
    CXToken* tokens = nullptr;
    unsigned count = 0;
    clang_tokenize(unit, clang_getCursorExtent(cursor), &tokens, &count);
    std::string text;
    unsigned end = 0;
    for (unsigned i = 0; i < count; i++) {
        if (clang_getTokenKind(tokens[i]) == CXToken_Comment) continue;
        const CXSourceRange range = clang_getTokenExtent(unit, tokens[i]);
        if (!text.empty() && offset_of(clang_getRangeStart(range)) != end) text += ' ';
        text += take(clang_getTokenSpelling(unit, tokens[i]));
        end = offset_of(clang_getRangeEnd(range));
    }
    clang_disposeTokens(unit, tokens, count);
    return text;
}

std::optional<std::int64_t> constant_of(CXCursor cursor) {
    const Evaluated e(cursor);
    if (e.kind() != CXEval_Int) return {};
    return clang_EvalResult_getAsLongLong(e.result);
}

std::optional<std::string> literal_of(CXCursor cursor) {
    const CXCursor c = peel(cursor);
    if (clang_getCursorKind(c) == CXCursor_StringLiteral) {
        const std::string quoted = name_of(c);  // the pieces of a literal joined, in quotes
        return quoted.size() < 2 ? quoted : quoted.substr(1, quoted.size() - 2);
    }
    const Evaluated e(cursor);
    if (e.kind() != CXEval_StrLiteral) return {};
    return clang_EvalResult_getAsStr(e.result);
}

std::string enumerator_of(CXCursor cursor, std::int64_t value) {
    const CXType type = clang_getCanonicalType(clang_getCursorType(peel(cursor)));
    const CXType named = type.kind == CXType_LValueReference ? clang_getPointeeType(type) : type;
    if (named.kind != CXType_Enum) return {};
    for (const CXCursor c : children(clang_getTypeDeclaration(named)))
        if (clang_getCursorKind(c) == CXCursor_EnumConstantDecl &&
            clang_getEnumConstantDeclValue(c) == value)
            return name_of(c);
    return {};
}

Unit::Unit(const std::filesystem::path& file, const std::vector<std::string>& flags)
    : index_(clang_createIndex(0, 0)), path_(file.string()) {
    std::vector<const char*> argv;
    for (const std::string& flag : flags) argv.push_back(flag.c_str());
    const CXErrorCode code = clang_parseTranslationUnit2(
        index_, path_.c_str(), argv.data(), static_cast<int>(argv.size()), nullptr, 0,
        CXTranslationUnit_KeepGoing | CXTranslationUnit_DetailedPreprocessingRecord, &unit_);
    if (code == CXError_Success) return;
    clang_disposeIndex(index_);
    throw Error(Fault::usage, fmt::format("{} cannot be parsed: libclang gives up with code {}",
                                          path_, static_cast<int>(code)));
}

Unit::~Unit() {
    clang_disposeTranslationUnit(unit_);
    clang_disposeIndex(index_);
}

CXFile Unit::file() const {
    return clang_getFile(unit_, path_.c_str());
}

Unit::Trouble Unit::trouble() const {
    Trouble t;
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit_); i++) {
        const CXDiagnostic d = clang_getDiagnostic(unit_, i);
        const auto severity = clang_getDiagnosticSeverity(d);
        t.errors += severity >= CXDiagnostic_Error;
        if (severity >= CXDiagnostic_Error && t.first.empty())
            t.first = take(clang_formatDiagnostic(d, CXDiagnostic_DisplaySourceLocation));
        clang_disposeDiagnostic(d);
    }
    return t;
}

}  // namespace ironbird::analysis::code

// libclang's cursors in the terms of this analysis.
#pragma once

#include <clang-c/Index.h>

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ironbird::analysis::code {

std::string take(CXString text);

// Calls and variables behind one another; what lies deeper is taken as unknown.
inline constexpr int kDeepest = 24;

// Where something is declared; stands for the declaration, also of a template's instances.
struct Spot {
    CXFile file = nullptr;
    unsigned offset = 0;

    auto operator<=>(const Spot&) const = default;
};

inline bool is_a(CXCursor cursor, CXCursorKind kind) {
    return clang_getCursorKind(cursor) == kind;
}
Spot spot_of(CXCursor cursor);
unsigned line_of(CXCursor cursor);
// The same as text: "7", or "parts.hpp:7" for what is not in the source itself.
std::string line_text(CXCursor cursor);
std::string name_of(CXCursor cursor);
std::string type_name(CXCursor cursor);  // canonical, without namespaces, const and references

using Cursors = std::vector<CXCursor>;
Cursors children(CXCursor cursor);
Cursors expressions(CXCursor cursor);  // those children that are expressions
// What a call calls; also where a part of it did not parse, so that it resolves to nothing.
std::string called_name(CXCursor call);
Cursors arguments(CXCursor call);  // of a call; of operator() without the object

// Through what the compiler adds and what changes nothing: conversions, parentheses, temporaries.
CXCursor peel(CXCursor cursor);
// The same, and through casts and copies.
CXCursor bare(CXCursor cursor);

// The members that an initialiser list sets, by name: from designators, or in order of
// declaration.
std::map<std::string, CXCursor> members_of(CXCursor list);

// As it is written, in one line, without comments.
std::string source_text(CXCursor cursor);

// What the compiler itself makes of an expression.
std::optional<std::int64_t> constant_of(CXCursor cursor);
std::optional<std::string> literal_of(CXCursor cursor);
// The enumerator of the expression's type that has this value; empty when the type is no enum.
std::string enumerator_of(CXCursor cursor, std::int64_t value);

// A parsed file.
class Unit {
 public:
    Unit(const std::filesystem::path& file, const std::vector<std::string>& flags);
    ~Unit();
    Unit(const Unit&) = delete;
    Unit& operator=(const Unit&) = delete;

    CXTranslationUnit get() const { return unit_; }
    CXCursor root() const { return clang_getTranslationUnitCursor(unit_); }
    CXFile file() const;

    struct Trouble {
        unsigned errors = 0;
        std::string first;
    };
    Trouble trouble() const;

 private:
    CXIndex index_ = nullptr;
    CXTranslationUnit unit_ = nullptr;
    std::string path_;
};

}  // namespace ironbird::analysis::code

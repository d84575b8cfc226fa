// Looks at tokens: what they call is right even where types are missing.
#include "analysis/code/unparsed.hpp"

#include <algorithm>
#include <set>

namespace ironbird::analysis::code {
namespace {

struct Token {
    std::string text;
    unsigned line = 0, offset = 0, end = 0;
};

unsigned offset_of(CXSourceLocation location, unsigned* line) {
    unsigned offset = 0;
    clang_getSpellingLocation(location, nullptr, line, nullptr, &offset);
    return offset;
}

std::vector<Token> tokens_of(const Unit& unit) {
    CXToken* tokens = nullptr;
    unsigned count = 0;
    clang_tokenize(unit.get(), clang_getCursorExtent(unit.root()), &tokens, &count);
    std::vector<Token> all;
    for (unsigned i = 0; i < count; i++) {
        if (clang_getTokenKind(tokens[i]) == CXToken_Comment) continue;
        const CXSourceRange range = clang_getTokenExtent(unit.get(), tokens[i]);
        Token t{.text = take(clang_getTokenSpelling(unit.get(), tokens[i]))};
        t.offset = offset_of(clang_getRangeStart(range), &t.line);
        t.end = offset_of(clang_getRangeEnd(range), nullptr);
        all.push_back(std::move(t));
    }
    clang_disposeTokens(unit.get(), tokens, count);
    return all;
}

bool is_skipped(const Unit& unit, unsigned offset) {
    CXSourceRangeList* skipped = clang_getSkippedRanges(unit.get(), unit.file());
    bool inside = false;
    for (unsigned i = 0; skipped != nullptr && i < skipped->count; i++)
        inside |= offset >= offset_of(clang_getRangeStart(skipped->ranges[i]), nullptr) &&
                  offset < offset_of(clang_getRangeEnd(skipped->ranges[i]), nullptr);
    clang_disposeSourceRangeList(skipped);
    return inside;
}

// The arguments of the call whose parenthesis opens at `open`, which becomes the one that closes.
std::vector<std::string> split(const std::vector<Token>& tokens, std::size_t& open) {
    std::vector<std::string> parts(1);
    int depth = 1;
    for (std::size_t i = open + 1; i < tokens.size(); i++) {
        const std::string& t = tokens[i].text;
        depth += t == "(" || t == "{" || t == "[";
        depth -= t == ")" || t == "}" || t == "]";
        if (depth == 0) {
            open = i;
            return parts;
        }
        if (depth == 1 && t == ",") {
            parts.emplace_back();
            continue;
        }
        if (!parts.back().empty() && tokens[i - 1].end != tokens[i].offset) parts.back() += ' ';
        parts.back() += t;
    }
    return {};  // never closed: a mention, not a call
}

}  // namespace

std::vector<UnparsedCall> unparsed_calls(const Unit& unit, const std::vector<Site>& parsed) {
    std::set<unsigned> lines;
    for (const Site& site : parsed)
        if (clang_Location_isFromMainFile(clang_getCursorLocation(site.cursor)))
            lines.insert(line_of(site.cursor));
    std::vector<UnparsedCall> found;
    const std::vector<Token> tokens = tokens_of(unit);
    for (std::size_t i = 0; i + 1 < tokens.size(); i++) {
        if (tokens[i].text != "CreateCircularBuffer" || tokens[i + 1].text != "(") continue;
        std::size_t close = i + 1;
        const auto parts = split(tokens, close);
        // Where a call begins is the line of its namespace, if it has one.
        std::size_t first = i;
        while (first >= 2 && tokens[first - 1].text == "::") first -= 2;
        const bool declares = !parts.empty() && parts[0].starts_with("Program");
        if (parts.size() < 3 || declares || lines.contains(tokens[first].line) ||
            is_skipped(unit, tokens[i].offset))
            continue;
        found.push_back(
            {.cb = {.how = "unparsed",
                    .line = tokens[first].line,
                    .size = {.text = parts[2], .depends = {"a call that does not parse"}},
                    .cores = parts[1]},
             .begin = tokens[i].offset,
             .end = tokens[close].offset});
    }
    return found;
}

}  // namespace ironbird::analysis::code

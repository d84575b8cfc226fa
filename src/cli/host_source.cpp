// Leading #include lines, found without a preprocessor.
#include "cli/host_source.hpp"

#include <algorithm>
#include <string_view>

namespace ironbird::cli {
namespace {

enum class Line { blank, include, other };

std::string_view without_indent(std::string_view line) {
    const auto first = line.find_first_not_of(" \t\r");
    return first == line.npos ? std::string_view() : line.substr(first);
}

// Comments that begin and end inside other lines make those lines `other`: safe, and rare here.
class Lines {
 public:
    Line kind_of(std::string_view line) {
        std::string_view text = without_indent(line);
        if (in_comment_) return inside(text);
        if (text.empty() || text.starts_with("//"))
            return text.ends_with('\\') ? Line::other : Line::blank;
        if (text.starts_with("/*")) return inside(text.substr(2));
        if (!text.starts_with('#')) return Line::other;
        text = without_indent(text.substr(1));
        return is_include(text) ? Line::include : Line::other;
    }

 private:
    Line inside(std::string_view text) {
        const auto end = text.find("*/");
        in_comment_ = end == text.npos;
        if (in_comment_) return Line::blank;
        const std::string_view behind = without_indent(text.substr(end + 2));
        return behind.empty() || behind.starts_with("//") ? Line::blank : Line::other;
    }

    // One whole line: neither a macro's value nor a comment that goes on below.
    static bool is_include(std::string_view text) {
        constexpr std::string_view word = "include";
        if (!text.starts_with(word)) return false;
        text = without_indent(text.substr(word.size()));
        if (text.empty() || (text.front() != '<' && text.front() != '"')) return false;
        return text.find("/*") == text.npos && text.find('\\') == text.npos;
    }

    bool in_comment_ = false;
};

}  // namespace

HostSource split_source(const std::string& text) {
    HostSource parts;
    Lines lines;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const std::string_view line = std::string_view(text).substr(at, end - at);
        const Line kind = lines.kind_of(line.substr(0, line.find('\n')));
        if (kind == Line::other) break;
        if (kind == Line::include) parts.preamble += line;
        parts.rest += '\n';
        at = end;
    }
    parts.rest += text.substr(at);
    return parts;
}

}  // namespace ironbird::cli

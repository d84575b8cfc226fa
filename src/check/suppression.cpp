// Comments and files of suppressions, read and matched.
#include "check/suppression.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace ironbird::check {
namespace {

constexpr std::string_view kMark = "ironbird: allow ";

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == text.npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

// What stands before and behind " because ".
std::pair<std::string, std::string> halves(std::string_view text) {
    constexpr std::string_view word = " because ";
    const auto at = text.find(word);
    if (at == text.npos) return {trimmed(text), {}};
    return {trimmed(text.substr(0, at)), trimmed(text.substr(at + word.size()))};
}

bool is_end_of(const std::string& end, const std::string& path) {
    if (end == "*" || end == path) return true;
    return path.size() > end.size() && path.ends_with(end) &&
           path[path.size() - end.size() - 1] == '/';
}

bool covers(const Suppression& s, const Finding& f) {
    if (s.rule != f.rule) return false;
    for (const Party& p : f.parties)
        if (p.place && is_end_of(s.file, p.place->file) &&
            (s.line == 0 || (p.place->line >= s.line && p.place->line <= s.end)))
            return true;
    return false;
}

}  // namespace

void Suppressions::add_file(const std::string& path) {
    std::ifstream file(path);
    if (!file || std::filesystem::is_directory(path))
        throw Error(Fault::usage, fmt::format("cannot read {}", path));
    add_lines(file, path);
}

void Suppressions::add_lines(std::istream& lines, const std::string& path) {
    std::string line;
    for (std::uint32_t number = 1; std::getline(lines, line); number++) {
        if (trimmed(line).empty() || trimmed(line).starts_with('#')) continue;
        const auto [what, reason] = halves(line);
        std::istringstream words(what);
        Suppression s{.reason = reason, .from = fmt::format("{}:{}", path, number)};
        words >> s.rule >> s.file;
        if (find_rule(s.rule) == nullptr || s.file.empty() || reason.empty())
            throw Error(Fault::usage,
                        fmt::format("{} is no suppression: {}", s.from, trimmed(line)), {},
                        "write: ID path/of/file.cpp because the reason; * is any file");
        all_.push_back(std::move(s));
    }
}

void Suppressions::add_source(const std::string& path) {
    if (!read_.insert(path).second) return;
    std::ifstream file(path);
    add_comments(file, path);
}

void Suppressions::add_comments(std::istream& source, const std::string& path) {
    std::string line;
    std::size_t above = all_.size();  // of comments on lines of their own, which reach down
    for (std::uint32_t number = 1; std::getline(source, line); number++) {
        for (std::size_t i = above; i < all_.size(); i++) all_[i].end = number;
        if (!trimmed(line).starts_with("//")) above = all_.size();
        const auto at = line.find(kMark);
        if (at == line.npos || line.find("//") > at) continue;
        const auto [id, reason] = halves(line.substr(at + kMark.size()));
        const std::string from = fmt::format("{}:{}", path, number);
        if (find_rule(id) == nullptr || reason.empty()) {
            trouble_.push_back(fmt::format(
                "{}: {}; it allows nothing", from,
                reason.empty() ? "no \"because\" with a reason" : "no finding has the id " + id));
            continue;
        }
        all_.push_back({.rule = id,
                        .file = path,
                        .line = number,
                        .end = number,
                        .reason = reason,
                        .from = from,
                        .in_source = true});
    }
}

void Suppressions::add_sources_of(const Finding& finding) {
    for (const Party& p : finding.parties)
        if (p.place && !p.place->file.empty()) add_source(p.place->file);
}

const Suppression* Suppressions::allowing(const Finding& finding) {
    for (Suppression& s : all_)
        if (covers(s, finding)) {
            s.used = true;
            return &s;
        }
    return nullptr;
}

std::vector<Suppression> Suppressions::unused() const {
    std::vector<Suppression> list;
    for (const Suppression& s : all_)
        if (!s.used) list.push_back(s);
    return list;
}

}  // namespace ironbird::check

// The columns of a finding, and the source lines that it quotes.
#include "check/finding_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/core_name.hpp"
#include "base/count_text.hpp"

namespace ironbird::check {
namespace {

namespace fs = std::filesystem;

std::string shown_file(const std::string& file, const std::string& base) {
    if (base.empty() || file.empty()) return file;
    const std::string below = fs::path(file).lexically_relative(base).string();
    return below.empty() || below.starts_with("..") ? file : below;
}

struct Columns {
    std::string role, where, what, who;
};

Columns columns_of(const Party& p, const std::string& base) {
    Columns c{.role = p.role, .where = {}, .what = p.what, .who = {}};
    if (!p.place) return c;
    const Place& at = *p.place;
    if (!at.file.empty()) c.where = shown_file(at.file, base);
    if (!at.file.empty() && at.line != 0) c.where += fmt::format(":{}", at.line);
    if (!at.processor.empty())
        c.who = fmt::format("{}{} {}  cycle {}",
                            at.device == 0 ? "" : fmt::format("device {} ", at.device),
                            core_name(at.core_x, at.core_y), at.processor, grouped(at.cycle));
    return c;
}

constexpr std::size_t kRole = 8, kWidest = 44;

// As wide as the widest of the column, within reason.
std::size_t width(const std::vector<Columns>& rows, std::string Columns::* column) {
    std::size_t widest = 0;
    for (const Columns& r : rows)
        if (const auto size = (r.*column).size(); size <= kWidest && !r.who.empty())
            widest = std::max(widest, size);
    return widest;
}

std::string line_of(const Columns& c, std::size_t where, std::size_t what) {
    std::string text = fmt::format("  {:<{}}", c.role, kRole);
    if (!c.where.empty()) text += fmt::format(" {:<{}}  ", c.where, where);
    if (!c.what.empty()) text += fmt::format(" {:<{}}", c.what, c.who.empty() ? 0 : what);
    if (!c.who.empty()) text += "  " + c.who;
    return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
}

std::string trimmed(std::string line) {
    const auto first = line.find_first_not_of(" \t");
    if (first == line.npos) return {};
    line = line.substr(first, line.find_last_not_of(" \t\r;{") - first + 1);
    constexpr std::size_t longest = 72;
    if (line.size() > longest) line.replace(longest - 3, line.npos, "...");
    return line;
}

std::string source_line(const std::string& file, std::uint32_t line) {
    std::ifstream source(file);
    std::string text;
    for (std::uint32_t i = 0; i < line; i++)
        if (!std::getline(source, text)) return {};
    return trimmed(text);
}

}  // namespace

std::string label(std::string_view name, std::string_view text) {
    return fmt::format("  {:<{}} {}\n", name, kRole, text);
}

std::string to_text(const Finding& f, const std::string& base) {
    const Rule& r = rule(f.rule);
    std::string text = fmt::format("{} {}  {}\n", is_error(f) ? "error" : "warning", r.id, r.title);
    std::vector<Columns> rows;
    for (const Party& p : f.parties) rows.push_back(columns_of(p, base));
    const std::size_t where = width(rows, &Columns::where), what = width(rows, &Columns::what);
    for (const Columns& c : rows) text += line_of(c, where, what);
    if (!f.because.empty()) text += label("because", f.because);
    text += label("do", f.remedy.empty() ? std::string(r.remedy) : f.remedy);
    if (f.seen > 1 || f.cores > 1)
        text +=
            label("seen", fmt::format("{} time{} at this place, on {} core{}", grouped(f.seen),
                                      f.seen == 1 ? "" : "s", f.cores, f.cores == 1 ? "" : "s"));
    return text;
}

std::string count_text(std::size_t errors, std::size_t warnings) {
    return fmt::format("{} error{}, {} warning{}", errors, errors == 1 ? "" : "s", warnings,
                       warnings == 1 ? "" : "s");
}

void quote_sources(Finding& finding) {
    for (Party& p : finding.parties)
        if (p.what.empty() && p.place && !p.place->file.empty() && p.place->line != 0)
            p.what = source_line(p.place->file, p.place->line);
}

std::string fingerprint(const Finding& finding) {
    std::string print(finding.rule);
    for (const Party& p : finding.parties)
        if (p.place)
            print += fmt::format("|{} {} {}", p.role, fs::path(p.place->file).filename().string(),
                                 p.what);
    return print;
}

}  // namespace ironbird::check

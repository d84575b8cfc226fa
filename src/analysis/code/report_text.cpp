// The findings of one source as a table for the terminal.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "analysis/code/report.hpp"

namespace ironbird::analysis::code {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kColumns = 7;
constexpr std::size_t kWidest = 44;  // of a column: longer expressions are cut
using Cells = std::array<std::string, kColumns>;

std::string counted(std::uint64_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string cut(std::string text) {
    if (text.size() > kWidest) text = text.substr(0, kWidest - 3) + "...";
    return text;
}

// The value, or what is written where there is none.
std::string shown(const Expression& e) {
    if (!e.name.empty()) return e.name;
    if (e.value) return fmt::to_string(*e.value);
    return e.text.empty() ? "-" : e.text;
}

std::string index_text(const Expression& e) {
    return e.value ? fmt::to_string(*e.value) : e.text;
}

template <class Get>
std::string of_slots(const CircularBuffer& cb, Get get) {
    std::vector<std::string> parts;
    for (const Slot& s : cb.slots) parts.push_back(get(s));
    const bool same = std::ranges::all_of(parts, [&](const auto& p) { return p == parts[0]; });
    return parts.empty() ? "?" : same ? parts[0] : fmt::format("{}", fmt::join(parts, ","));
}

std::string indices(const CircularBuffer& cb) {
    std::vector<std::string> parts;
    for (const Slot& s : cb.slots) parts.push_back(index_text(s.index));
    return parts.empty() ? "?" : fmt::format("{}", fmt::join(parts, ","));
}

std::string bytes_text(const CircularBuffer& cb) {
    if (!cb.size.value) return "run time";
    const bool paged = cb.slots.size() == 1 && cb.slots[0].page_size.value.value_or(0) > 0;
    if (!paged) return fmt::to_string(*cb.size.value);
    const std::int64_t pages = *cb.size.value / *cb.slots[0].page_size.value;
    return fmt::format("{} ({})", *cb.size.value,
                       counted(static_cast<std::uint64_t>(pages), "page"));
}

std::string where_text(const CircularBuffer& cb) {
    std::vector<std::string> lines = cb.via;
    const std::string file = fs::path(cb.file).filename().string();
    lines.push_back(file.empty() ? fmt::to_string(cb.line) : fmt::format("{}:{}", file, cb.line));
    return fmt::format("{}", fmt::join(lines, ">"));
}

Cells row_of(const CircularBuffer& cb) {
    return {where_text(cb),
            indices(cb),
            cut(cb.size.text),
            bytes_text(cb),
            cut(of_slots(cb, [](const Slot& s) { return shown(s.page_size); })),
            cut(of_slots(cb, [](const Slot& s) { return shown(s.format); })),
            cut(cb.cores)};
}

std::string table(const std::vector<Cells>& rows) {
    std::array<std::size_t, kColumns> widths{};
    for (const Cells& row : rows)
        for (std::size_t i = 0; i < kColumns; i++) widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (const Cells& row : rows) {
        std::string line = "  ";
        for (std::size_t i = 0; i < kColumns; i++)
            line += fmt::format("{:<{}}  ", row[i], widths[i]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string cb_table(const Source& s) {
    std::vector<Cells> rows = {{"line", "index", "size", "bytes", "page", "format", "cores"}};
    for (const CircularBuffer& cb : s.cbs) rows.push_back(row_of(cb));
    return table(rows);
}

// Why it is adaptive: each reason once.
std::string reasons(const Source& s) {
    std::set<std::string> said;
    std::string text;
    const auto say = [&](const std::string& line) {
        if (said.insert(line).second) text += "  " + line + "\n";
    };
    for (const CircularBuffer& cb : s.cbs) {
        const std::string name = fmt::format("CB {}", indices(cb));
        for (const std::string& what : cb.size.depends)
            say(fmt::format("{}: its size depends on {}", name, what));
        for (const std::string& what : cb.when) say(fmt::format("{}: only if {}", name, what));
        if (cb.repeated) say(fmt::format("{}: in a loop whose length only a run decides", name));
        if (!cb.on_buffer.empty()) say(fmt::format("{}: lies on {}", name, cb.on_buffer));
        if (cb.how == "CircularBufferConfig")
            say(
                fmt::format("{}: configured on line {}, no CreateCircularBuffer in this source "
                            "takes it directly",
                            name, cb.line));
    }
    return text;
}

std::string kernel_line(const Kernel& k, const fs::path& base) {
    std::string text = fmt::format("    {:<8} ", k.processor.empty() ? "?" : k.processor);
    if (!k.source) return text + k.name + " (line " + fmt::to_string(k.line) + ", no such file)\n";
    const KernelSource& s = *k.source;
    text +=
        fmt::format("{}: {}, {}, {}, {}, complexity {}", s.path.lexically_proximate(base).string(),
                    counted(s.lines, "line"), counted(s.bytes, "byte"), counted(s.loops, "loop"),
                    counted(s.all_cb_calls(), "CB call"), s.complexity);
    return text + (s.errors != 0 ? fmt::format(", {} parse errors\n", s.errors) : "\n");
}

std::string constants_text(const Source& s) {
    std::vector<std::string> parts;
    for (const Constant& c : s.constants) parts.push_back(fmt::format("{} = {}", c.name, c.value));
    std::string text, line = "  constants";
    for (const std::string& part : parts) {
        if (line.size() + part.size() > 98) {
            text += line + "\n";
            line = "           ";
        }
        line += "  " + part;
    }
    return parts.empty() ? "" : text + line + "\n";
}

}  // namespace

std::string to_text(const Source& s, const fs::path& base) {
    const auto total = s.total_bytes();
    std::string text =
        fmt::format("{}: {}, {}{}, {}\n", s.path.lexically_proximate(base).string(), s.strategy(),
                    counted(s.cbs.size(), "circular buffer"),
                    total && !s.cbs.empty() ? fmt::format(" of {} bytes", *total) : "",
                    counted(s.kernels.size(), "kernel"));
    if (s.errors != 0)
        text += fmt::format("  {} while parsing, the first: {}\n", counted(s.errors, "error"),
                            s.first_error);
    if (!s.cbs.empty()) text += cb_table(s) + reasons(s);
    text += constants_text(s);
    if (!s.kernels.empty()) text += "  kernels\n";
    for (const Kernel& k : s.kernels) text += kernel_line(k, base);
    return text;
}

}  // namespace ironbird::analysis::code

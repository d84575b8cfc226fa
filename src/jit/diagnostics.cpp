// Cleans up what clang and the pass say.
#include "jit/diagnostics.hpp"

#include <sstream>

namespace ironbird::jit {
namespace {

constexpr int kMostLines = 60;

// The generated unit around the kernel, and the count at the end, mean nothing to the user.
bool is_scaffolding(const std::string& line) {
    const bool include = line.starts_with("In file included from ");
    const auto names = [&](std::string_view file) {
        return include && line.find(file) != std::string::npos;
    };
    return names("<stdin>:") || names("<prologue>:") || names("<ironbird>:") ||
           line.ends_with(" error generated.") || line.ends_with(" errors generated.");
}

// The pass knows its places itself: "error: FILE:LINE: text" becomes clang's own form.
std::string uniform(const std::string& line) {
    constexpr std::string_view mark = "error: ";
    if (!line.starts_with(mark)) return line;
    const std::string rest = line.substr(mark.size());
    const auto colon = rest.find(": ");
    if (colon == std::string::npos) return line;
    const auto number = rest.rfind(':', colon - 1);
    if (number == std::string::npos || number + 1 == colon ||
        rest.find_first_not_of("0123456789", number + 1) != colon)
        return line;
    return rest.substr(0, colon + 2) + "error: " + rest.substr(colon + 2);
}

// "FILE:LINE" at the first line that is about this file, or else at the first mention of it (the
// #include through which a header came in).
std::string first_place(const std::string& text, const std::string& file) {
    const auto note = text.find("\n  " + file + ":");
    const auto at = note != std::string::npos ? note + 3 : text.find(file + ":");
    if (at == std::string::npos) return {};
    return text.substr(at, text.find_first_not_of("0123456789", at + file.size() + 1) - at);
}

}  // namespace

Diagnosis diagnose(const std::string& output, const std::string& source) {
    Diagnosis d;
    std::istringstream lines(output);
    int shown = 0;
    for (std::string line; std::getline(lines, line);) {
        if (is_scaffolding(line)) continue;
        line = uniform(line);
        if (d.first.empty() && line.find("error: ") != std::string::npos) d.first = line;
        if (shown++ < kMostLines) d.text += (d.text.empty() ? "" : "\n  ") + line;
    }
    const std::string origin = first_place(d.text, source);
    if (!origin.empty() && !d.first.starts_with(source)) d.first += " (from " + origin + ")";
    return d;
}

bool says_disk_is_full(const std::string& output) {
    return output.find("No space left on device") != std::string::npos ||
           output.find("Disk quota exceeded") != std::string::npos;
}

}  // namespace ironbird::jit

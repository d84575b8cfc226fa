// Cleans up what clang and the pass say.
#include "jit/diagnostics.hpp"

#include <sstream>

namespace ironbird::jit {
namespace {

constexpr int kMostLines = 60;

// The generated unit around the kernel, and the count at the end, mean nothing to the user.
bool is_scaffolding(const std::string& line) {
    return line.starts_with("In file included from <stdin>") || line.starts_with("In file included from <prologue>") ||
           line.starts_with("In file included from <ironbird>") || line.ends_with(" error generated.") ||
           line.ends_with(" errors generated.");
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

}  // namespace

Diagnosis diagnose(const std::string& output) {
    Diagnosis d;
    std::istringstream lines(output);
    int shown = 0;
    for (std::string line; std::getline(lines, line);) {
        if (is_scaffolding(line)) continue;
        line = uniform(line);
        if (d.first.empty() && line.find("error: ") != std::string::npos) d.first = line;
        if (shown++ < kMostLines) d.text += (d.text.empty() ? "" : "\n  ") + line;
    }
    return d;
}

}  // namespace ironbird::jit

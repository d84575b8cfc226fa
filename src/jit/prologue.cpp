// What a kernel took from its prologue.
#include "jit/prologue.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>

#include "jit/hash.hpp"

namespace ironbird::jit {
namespace {

constexpr std::string_view kDefine = "#define ";

// Lines of the prologue, from 1 on, whose macros the compiler calls unused.
std::set<std::size_t> unused_lines(const std::string& output) {
    constexpr std::string_view place = "<prologue>:";
    std::set<std::size_t> lines;
    std::istringstream text(output);
    for (std::string line; std::getline(text, line);)
        if (line.starts_with(place) && line.find("macro is not used") != std::string::npos)
            lines.insert(std::strtoul(line.c_str() + place.size(), nullptr, 10));
    return lines;
}

}  // namespace

Prologue Prologue::parse(const std::string& text) {
    Prologue p;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line); p.frame += '\n') {
        const auto end = std::min(line.find_first_of(" (", kDefine.size()), line.size());
        const bool plain = line.starts_with(kDefine) && (end == line.size() || line[end] == ' ');
        p.frame.append(line, 0, plain ? end : line.size());
        // What is no macro keeps its line, so that lines are places in the list.
        p.macros.emplace_back(plain ? line.substr(kDefine.size(), end - kDefine.size()) : "",
                              plain ? line.substr(end) : "");
    }
    return p;
}

Names used_macros(const Macros& macros, const std::string& compiler_output) {
    const auto unused = unused_lines(compiler_output);
    Names used;
    for (std::size_t i = 0; i < macros.size(); i++) {
        const std::string& name = macros[i].first;
        if (!name.empty() && !unused.contains(i + 1)) used.push_back(name);
    }
    return used;
}

std::string key_of(const std::string& family, const Names& used, const Macros& macros) {
    Hash hash;
    hash.add(family).add(used.size());
    for (const auto& [name, value] : macros)
        if (std::ranges::find(used, name) != used.end()) hash.add(name).add(value);
    return hash.hex();
}

}  // namespace ironbird::jit

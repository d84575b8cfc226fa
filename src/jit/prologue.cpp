// What a kernel took from its prologue.
#include "jit/prologue.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>

#include "jit/file.hpp"
#include "jit/hash.hpp"
#include "jit/jit.hpp"

namespace ironbird::jit {
namespace {

constexpr std::string_view kDefine = "#define ";

// Every prologue defines the tables of circular buffers (kernel_begin.h). A data-movement kernel
// reaches them by these names alone, its own or through classes and printing of ours.
constexpr std::string_view kTables = "IB_CB_";
constexpr std::array<std::string_view, 8> kAsking = {
    "get_tile_", "get_dataformat", "get_face_", "pack_", "ironbird::", "PRINT", "print", "TSLICE"};

bool moves_data(abi::Processor p) {
    return p == abi::Processor::brisc || p == abi::Processor::ncrisc;
}

bool asks(const std::string& text) {
    return std::ranges::any_of(
        kAsking, [&](std::string_view name) { return text.find(name) != std::string::npos; });
}

// The compiler's and the C library's know nothing of tables.
bool is_of_system(const std::string& file) {
    return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/");
}

bool asks_for_tables(const Request& request, const Manifest& manifest, const Paths& paths) {
    if (!moves_data(request.processor) || asks(request.source_text)) return true;
    return std::ranges::any_of(manifest.files, [&](const std::string& file) {
        return !is_under_roots(paths, file) && !is_of_system(file) &&
               asks(read_file(file).value_or("print"));
    });
}

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

Names used_macros(const Request& request, const std::string& compiler_output,
                  const Manifest& manifest, const Paths& paths) {
    const auto unused = unused_lines(compiler_output);
    const bool tables = asks_for_tables(request, manifest, paths);
    const Macros macros = Prologue::parse(request.prologue).macros;
    Names used;
    for (std::size_t i = 0; i < macros.size(); i++) {
        const std::string& name = macros[i].first;
        if (name.empty() || unused.contains(i + 1)) continue;
        if (tables || !name.starts_with(kTables)) used.push_back(name);
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

// What a kernel took from its prologue.
#include "jit/prologue.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <span>
#include <sstream>
#include <string_view>

#include "jit/file.hpp"
#include "jit/hash.hpp"
#include "jit/jit.hpp"

namespace ironbird::jit {
namespace {

constexpr std::string_view kDefine = "#define ";

// Every prologue defines the tables of circular buffers and the settings of compute kernels
// (kernel_begin.h), and our headers make constants of them. A kernel reaches these by the names
// below alone, its own or through classes and printing of ours: whatever else our headers do with
// them they do while the kernel runs, with what the loader filled in.
using Words = std::span<const std::string_view>;
constexpr std::string_view kAskMover[] = {"get_tile_",  "get_dataformat", "get_face_", "pack_",
                                          "ironbird::", "PRINT",          "print",     "TSLICE"};
constexpr std::string_view kAskCompute[] = {
    "get_tile_",  "get_dataformat", "get_face_",  "get_operand_", "get_output_", "src_format",
    "dst_format", "tile_size",      "tile_r_dim", "tile_c_dim",   "face_r_dim",  "tile_num_faces",
    "ironbird::", "PRINT",          "print",      "TSLICE",       "##"};
constexpr std::string_view kAskWidth[] = {"DST_ACCUM_MODE", "IB_FP32_DEST_ACC", "fast_untilize",
                                          "##"};
constexpr std::string_view kAskSync[] = {"DST_SYNC_MODE", "IB_DST_FULL_SYNC", "##"};
constexpr std::string_view kAskFidelity[] = {"MATH_FIDELITY", "##"};
constexpr std::string_view kAskApprox[] = {"APPROX", "##"};

struct Late {
    std::string_view macro;  // the beginning of its name
    Words mover, compute;    // what asks for it
};
constexpr Late kLate[] = {
    {"IB_CB_", kAskMover, kAskCompute},
    {"IB_UNPACK_DST_FORMATS", kAskMover, kAskCompute},
    {"IB_PACK_SRC_FORMATS", kAskMover, kAskCompute},
    {"IB_FP32_DEST_ACC", {}, kAskWidth},
    {"IB_DST_FULL_SYNC", {}, kAskSync},
    {"IB_MATH_FIDELITY", {}, kAskFidelity},
    {"IB_MATH_APPROX", {}, kAskApprox},
};

bool moves_data(abi::Processor p) {
    return p == abi::Processor::brisc || p == abi::Processor::ncrisc;
}

bool asks(const std::string& text, Words words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// The compiler's and the C library's know nothing of tables.
bool is_of_system(const std::string& file) {
    return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/");
}

bool is_late(std::string_view name) {
    return std::ranges::any_of(kLate, [&](const Late& l) { return name.starts_with(l.macro); });
}

// The prologue without the values in question: a program's own macros may ask, too.
std::string rest_of(const std::string& prologue) {
    std::string rest;
    std::istringstream lines(prologue);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with(kDefine) || !is_late(line.substr(kDefine.size())))
            rest += line + '\n';
    return rest;
}

// What the user wrote of all that was compiled. A file that is gone may have held any word.
std::vector<std::string> own_texts(const Request& request, const Manifest& manifest,
                                   const Paths& paths, bool& known) {
    std::vector<std::string> texts{request.source_text, rest_of(request.prologue)};
    for (const std::string& file : manifest.files) {
        if (is_under_roots(paths, file) || is_of_system(file)) continue;
        auto text = read_file(file);
        if (!text) known = false;
        texts.push_back(std::move(text).value_or(""));
    }
    return texts;
}

// Beginnings of names of macros whose values do not count.
std::vector<std::string_view> not_asked_for(const Request& request, const Manifest& manifest,
                                            const Paths& paths) {
    bool known = true;
    const auto texts = own_texts(request, manifest, paths, known);
    if (!known) return {};
    std::vector<std::string_view> found;
    for (const Late& late : kLate) {
        const Words words = moves_data(request.processor) ? late.mover : late.compute;
        if (std::ranges::none_of(texts, [&](const auto& text) { return asks(text, words); }))
            found.push_back(late.macro);
    }
    return found;
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
    const auto late = not_asked_for(request, manifest, paths);
    const Macros macros = Prologue::parse(request.prologue).macros;
    Names used;
    for (std::size_t i = 0; i < macros.size(); i++) {
        const std::string& name = macros[i].first;
        if (name.empty() || unused.contains(i + 1)) continue;
        if (std::ranges::none_of(late, [&](auto begin) { return name.starts_with(begin); }))
            used.push_back(name);
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

// Puts a kernel together from our headers, the host's prologue and the user's source.
#include "jit/unit.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "base/fault.hpp"
#include "jit/hash.hpp"
#include "jit/pass/module_header.hpp"

namespace ironbird::jit {
namespace {

constexpr const char* kLanguage[] = {
    "-std=gnu++20",
    "-fms-extensions",
    "-Wno-c++11-narrowing",
    "-funsigned-char",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-strict-aliasing",
    "-fno-delete-null-pointer-checks",  // address 0 is L1
    "-fno-threadsafe-statics",
    "-fno-finite-loops",  // a kernel that waits for ever must be seen to
    "-fno-vectorize",     // a scalar loop is charged as one
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-builtin",
    "-ffast-math",
    "-fno-finite-math-only",
    "-fsigned-zeros",
    "-fno-associative-math",
    "-fno-omit-frame-pointer",
    "-fstack-clash-protection",  // a large frame must meet the guard page
    "-fPIC",
};

std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

// The roots in a string constant, which the pass reads and removes.
std::string roots_text(const Paths& paths, Flavour flavour) {
    std::string list;
    if (flavour == Flavour::checked) list += fmt::format("\"{}\\n\" ", pass::kCheckedLine);
    for (const auto& root : paths.roots) list += quoted(root + "/") + " \"\\n\" ";
    return fmt::format("extern \"C\" __attribute__((used)) const char {}[] = {}\"\";\n",
                       pass::kRootsSymbol, list);
}

std::string kernel_text(const Request& r) {
    if (r.source_path.empty()) return "#line 1 \"<string>\"\n" + r.source_text + "\n";
    if (r.source_path.find_first_of("\"\n\\") != std::string::npos)
        throw Error(Fault::kernel_file, "a kernel's path may not contain quotes: " + r.source_path);
    return "#include \"" + r.source_path + "\"\n";
}

void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

std::vector<std::string> user_folders(const Request& r) {
    std::vector<std::string> argv;
    if (!r.source_path.empty())
        argv.push_back("-I" + std::filesystem::path(r.source_path).parent_path().string());
    for (const auto& dir : r.include_dirs) argv.push_back("-I" + dir);
    return argv;
}

}  // namespace

std::string header_text() {
    return "#include <ironbird/prelude.h>\n";
}

std::string unit_text(const Paths& paths, const Request& r) {
    return header_text() + roots_text(paths, r.flavour) + "#line 1 \"<prologue>\"\n" + r.prologue +
           "\n#include <ironbird/kernel_begin.h>\n" + kernel_text(r) +
           "#line 1 \"<ironbird>\"\n#include <ironbird/kernel_end.h>\n";
}

std::vector<std::string> common_arguments(const JitOptions& options, const Request& r) {
    std::vector<std::string> argv{options.paths.clang};
    argv.insert(argv.end(), std::begin(kLanguage), std::end(kLanguage));
    argv.push_back(options.debug_info ? "-g" : "-gline-tables-only");
    argv.push_back(r.opt_level);
    for (const auto* defines : {&r.stable_defines, &r.chip_defines})
        for (const auto& define : *defines) argv.push_back("-D" + define);
    for (const auto& root : options.paths.roots) argv.push_back("-I" + root);
    return argv;
}

std::vector<std::string> kernel_arguments(const JitOptions& options, const Request& r) {
    std::vector<std::string> argv = common_arguments(options, r);
    append(argv, user_folders(r));
    append(argv,
           {"-fpass-plugin=" + options.paths.plugin, "-fno-color-diagnostics", "-ferror-limit=10"});
    return argv;
}

std::vector<std::string> editor_command(const JitOptions& options, const Request& r,
                                        const std::string& scratch_dir) {
    namespace fs = std::filesystem;
    fs::create_directories(scratch_dir);
    const fs::path prologue =
        fs::path(scratch_dir) / ("prologue-" + Hash().add(r.prologue).hex() + ".h");
    std::ofstream(prologue) << r.prologue << "\n";
    std::vector<std::string> argv = common_arguments(options, r);
    append(argv, user_folders(r));
    for (const std::string& file : {std::string("ironbird/prelude.h"), prologue.string(),
                                    std::string("ironbird/kernel_begin.h")})
        append(argv, {"-include", file});
    append(argv, {"-w", "-x", "c++", r.source_path});
    return argv;
}

}  // namespace ironbird::jit

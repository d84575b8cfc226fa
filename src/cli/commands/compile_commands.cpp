// `ironbird compile-commands`: compile_commands.json and .clangd, so that editors know kernels.
#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "arch/product.hpp"
#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/commands/kernels.hpp"
#include "cli/record.hpp"
#include "host/configuration.hpp"
#include "host/tooling.hpp"
#include "jit/jit.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

// Kernels index their compile-time arguments; an editor knows none, so it gets this many zeros.
constexpr std::size_t kEditorArguments = 64;

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    if (!file.flush()) throw unwritable(path.string(), errno);
}

Json entry(const fs::path& tree, const fs::path& kernel, abi::Processor processor,
           const fs::path& scratch) {
    const jit::Request request = host::kernel_request(
        options(), {.path = fs::absolute(kernel).string(),
                    .product = &host::product_of(options()),
                    .processor = processor,
                    .compile_args = std::vector<std::uint32_t>(kEditorArguments),
                    .named_args = {},
                    .defines = {}});
    std::vector<std::string> argv =
        jit::editor_command(host::jit_options(options()), request, scratch.string());
    return {{"directory", tree.string()},
            {"file", request.source_path},
            {"output", fmt::format("{}.{}", request.source_path, abi::name(processor))},
            {"arguments", std::move(argv)}};
}

Exit compile_commands(const std::string& where, bool json) {
    if (!fs::is_directory(where)) throw Error(Fault::usage, "no such folder: " + where);
    const fs::path tree = fs::canonical(where);
    const fs::path scratch = tree / ".cache" / "ironbird";
    std::error_code trouble;
    fs::create_directories(scratch, trouble);
    if (trouble) throw unwritable(scratch.string(), trouble.value());
    Json entries = Json::array();
    for (const fs::path& kernel : kernels_below(tree))
        for (const abi::Processor p : processors_for("auto", kernel))
            entries.push_back(entry(tree, kernel, p, scratch));
    write_file(tree / "compile_commands.json", json_text(entries, 2) + "\n");
    write_file(tree / ".clangd",
               "CompileFlags:\n  CompilationDatabase: .\nDiagnostics:\n  UnusedIncludes: None\n");
    if (json)
        fmt::print("{}\n", json_text(Json{{"schema", kJsonSchema},
                                          {"tree", tree.string()},
                                          {"entries", entries.size()}}));
    else
        fmt::print("{}: {} entries, one per kernel and processor\n",
                   (tree / "compile_commands.json").string(), entries.size());
    return entries.empty() ? Exit::findings : Exit::fine;
}

}  // namespace

void add_compile_commands(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("compile-commands",
                                   "Write compile_commands.json and .clangd for kernels");
    auto tree = std::make_shared<std::string>(".");
    auto json = std::make_shared<bool>(false);
    sub->add_option("--tree", *tree, "Folder that holds the kernels")->capture_default_str();
    sub->add_flag("--json", *json, "As JSON");
    sub->footer("Overwrites both files in that folder. Compile-time arguments are taken as zeros.");
    sub->callback([tree, json, &chosen] {
        chosen = [tree, json] { return compile_commands(*tree, *json); };
    });
}

}  // namespace ironbird::cli

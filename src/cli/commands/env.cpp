// `ironbird env`: what an out-of-tree build and Python need to find us.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/places.hpp"
#include "cli/record.hpp"
#include "host/options/options.hpp"

namespace ironbird::cli {
namespace {

// Single quotes, so that any path survives `eval`.
std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

// Kernel paths of a TT-Metalium tree start at its root; without one they start at ours.
std::string runtime_root() {
    const Options& o = options();
    if (!o.runtime_root.empty()) return o.runtime_root;
    return o.home.empty() ? places().root.string() : o.home;
}

// Where `import ttnn` is found, before what the user has there.
std::string python_path() {
    std::string path = (places().root / "python").string();
    const char* before = std::getenv("PYTHONPATH");
    if (before == nullptr || *before == '\0') return path;
    const std::string rest = before;
    return rest == path || rest.starts_with(path + ":") ? rest : path + ":" + rest;
}

// The stand-ins for the vendor's tools come first.
std::string program_path() {
    const std::string scripts = (places().root / "scripts").string();
    const char* before = std::getenv("PATH");
    const std::string rest = before == nullptr ? "" : before;
    return rest == scripts || rest.starts_with(scripts + ":") ? rest : scripts + ":" + rest;
}

Exit env(bool json) {
    std::vector<std::pair<std::string, std::string>> exports = {
        {"CMAKE_PREFIX_PATH", places().prefix.string()}, {"TT_METAL_RUNTIME_ROOT", runtime_root()}};
    if (std::filesystem::exists(places().root / "python" / "ttnn"))
        exports.emplace_back("PYTHONPATH", python_path());
    if (std::filesystem::exists(places().root / "scripts" / "tt-smi"))
        exports.emplace_back("PATH", program_path());
    if (json) {
        Json variables = Json::object();
        for (const auto& [name, value] : exports) variables[name] = value;
        variables["TT-Metalium_DIR"] = places().package.string();
        fmt::print("{}\n", json_text(Json{{"schema", kJsonSchema}, {"environment", variables}}));
        return Exit::fine;
    }
    fmt::print("# use:  eval \"$(ironbird env)\" && cmake -S . -B build\n");
    fmt::print("# or:   cmake -DTT-Metalium_DIR={} ...\n", quoted(places().package.string()));
    for (const auto& [name, value] : exports) fmt::print("export {}={}\n", name, quoted(value));
    return Exit::fine;
}

}  // namespace

void add_env(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("env", "Print the exports that an out-of-tree build needs");
    auto json = std::make_shared<bool>(false);
    sub->add_flag("--json", *json, "As JSON");
    sub->callback([json, &chosen] { chosen = [json] { return env(*json); }; });
}

}  // namespace ironbird::cli

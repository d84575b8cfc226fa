// CLI11 and what it does not do by itself.
#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ironbird/version.hpp>

#include "cli/record.hpp"
#include "cli/usage.hpp"

namespace ironbird::cli {
namespace {

constexpr std::string_view kFooter =
    "Exit codes: 0 fine, 1 findings, 2 the program failed, 3 hang, 4 could not build or start,\n"
    "5 something not modelled was called. Tests: ./ironbird test. Variables: docs/environment.md";

std::string version_text(bool json) {
    if (!json)
        return fmt::format("ironbird {}, models the API of tt-metal {}", kVersion, kUpstreamCommit);
    return json_text(
        {{"schema", kJsonSchema}, {"version", kVersion}, {"upstream", kUpstreamCommit}});
}

// CLI11 gives what follows "--" to the outermost command; `memory run` takes it without the mark.
void drop_mark(std::vector<std::string>& arguments) {
    constexpr std::array<std::string_view, 3> valued = {"--chip", "--timing", "--what-if"};
    if (arguments.size() < 2 || arguments[0] != "memory" || arguments[1] != "run") return;
    std::size_t at = 2;
    while (at < arguments.size() && arguments[at].starts_with("-") && arguments[at] != "--")
        at += std::ranges::find(valued, arguments[at]) != valued.end() ? 2 : 1;
    if (at < arguments.size() && arguments[at] == "--")
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

int run_arguments(std::vector<std::string> arguments, Exit (*act)(const Action&)) {
    CLI::App app("Runs TT-Metalium programs on a virtual chip.", "ironbird");
    app.footer(std::string(kFooter));
    app.set_help_all_flag("--help-all", "Help of every command");
    bool version = false, json = false;
    app.add_flag("--version", version, "Version, and the upstream commit whose API is modelled");
    app.add_flag("--json", json, "With --version: as JSON");
    app.require_subcommand(0, 1);

    Action chosen;
    drop_mark(arguments);
    add_run(app, chosen, take_program(arguments, "run", kRunValues));
    add_check(app, chosen, take_program(arguments, "check", kCheckValues));
    add_lock(app, chosen, take_program(arguments, "lock", kLockValues));
    for (auto add :
         {add_demo, add_replay, add_compile, add_compile_commands, add_cache, add_devices, add_diff,
          add_env, add_accuracy, add_bench, add_explain, add_memory, add_report})
        add(app, chosen);
    try {
        std::ranges::reverse(arguments);  // CLI11 takes them from the back
        app.parse(arguments);
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) return app.exit(e);  // somebody asked for help
        fmt::print(stderr, "ironbird: {}\n", usage_error(app, e).what());
        return static_cast<int>(Exit::could_not_start);
    }
    if (version) {
        fmt::print("{}\n", version_text(json));
        return 0;
    }
    if (!chosen) {
        fmt::print("{}", app.help());
        return 0;
    }
    return static_cast<int>(act(chosen));
}

}  // namespace ironbird::cli

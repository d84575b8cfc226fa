// CLI11 and what it does not do by itself.
#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ironbird/version.hpp>

#include "cli/more.hpp"
#include "cli/record.hpp"
#include "cli/usage.hpp"

namespace ironbird::cli {

// Each in the file of its name in commands/.
void add_cache(CLI::App& app, Action& chosen);
void add_compile(CLI::App& app, Action& chosen);
void add_compile_commands(CLI::App& app, Action& chosen);
void add_demo(CLI::App& app, Action& chosen);
void add_devices(CLI::App& app, Action& chosen);
void add_env(CLI::App& app, Action& chosen);
void add_replay(CLI::App& app, Action& chosen);
// Those that start a program.
void add_check(CLI::App& app, Action& chosen, const ProgramWords& program);
void add_lock(CLI::App& app, Action& chosen, const ProgramWords& program);
void add_moe(CLI::App& app, Action& chosen, const ProgramWords& program);
void add_piper(CLI::App& app, Action& chosen, const ProgramWords& program);
void add_run(CLI::App& app, Action& chosen, const ProgramWords& program);

namespace {

// In the order of the help.
constexpr auto kStarters = std::to_array({add_run, add_check, add_lock, add_moe, add_piper});
constexpr auto kCommands = std::to_array(
    {add_demo, add_replay, add_compile, add_compile_commands, add_cache, add_devices, add_env});

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
    constexpr std::array<std::string_view, 4> valued = {"--baseline", "--chip", "--timing",
                                                        "--what-if"};
    if (arguments.size() < 2 || arguments[0] != "memory" || arguments[1] != "run") return;
    std::size_t at = 2;
    while (at < arguments.size() && arguments[at].starts_with("-") && arguments[at] != "--")
        at += std::ranges::find(valued, arguments[at]) != valued.end() ? 2 : 1;
    if (at < arguments.size() && arguments[at] == "--")
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(at));
}

bool takes_value(const CLI::App& command, const std::string& option) {
    const CLI::Option* found = command.get_option_no_throw(option);
    return found != nullptr && found->get_items_expected_max() > 0;
}

int refuse(const Error& why) {
    fmt::print(stderr, "ironbird: {}\n", why.what());
    return static_cast<int>(Exit::could_not_start);
}

}  // namespace

CommandLine::CommandLine()
    : app_("Runs TT-Metalium programs on a virtual chip.", "ironbird"),
      program_(std::make_shared<std::vector<std::string>>()) {
    app_.footer(std::string(kFooter));
    app_.set_help_all_flag("--help-all", "Help of every command");
    app_.add_flag("--version", version_, "Version, and the upstream commit whose API is modelled");
    app_.add_flag("--json", json_, "With --version: as JSON");
    app_.require_subcommand(0, 1);
    for (const auto add : kStarters) add(app_, chosen_, program_);
    for (const CLI::App* starter : app_.get_subcommands({})) starters_.push_back(starter);
    for (const auto add : kCommands) add(app_, chosen_);
}

// Moves the words behind the options of a command that starts a program: the parser would take them
// for its own.
void CommandLine::take_program(std::vector<std::string>& arguments) {
    program_->clear();
    if (arguments.empty()) return;
    const auto found = std::ranges::find(starters_, arguments.front(), &CLI::App::get_name);
    if (found == starters_.end()) return;
    auto at = arguments.begin() + 1;
    while (at != arguments.end() && at->starts_with("-") && *at != "--")
        at += takes_value(**found, *at) && at + 1 != arguments.end() ? 2 : 1;
    program_->assign(at != arguments.end() && *at == "--" ? at + 1 : at, arguments.end());
    arguments.erase(at, arguments.end());
}

// Whether the words name nothing that is here: a command of the library beside us, or everything's
// help.
bool CommandLine::wants_more(const std::vector<std::string>& arguments) const {
    if (asked_more_) return false;
    if (arguments.empty()) return true;
    const auto named = [&](const CLI::App* c) { return c->check_name(arguments.front()); };
    return app_.get_subcommands(named).empty();
}

int CommandLine::refuse_words(const CLI::ParseError& why) {
    if (why.get_exit_code() == 0) return app_.exit(why);  // somebody asked for help
    const int code = refuse(usage_error(app_, why));
    if (!has_more_) fmt::print(stderr, "  other commands are not built: target ironbird_more\n");
    return code;
}

int CommandLine::run(std::vector<std::string> arguments, Exit (*act)(const Action&)) {
    chosen_ = nullptr;
    version_ = json_ = false;
    drop_mark(arguments);
    take_program(arguments);
    try {
        if (wants_more(arguments)) {
            asked_more_ = true;
            has_more_ = add_more(app_, chosen_);
        }
        std::ranges::reverse(arguments);  // CLI11 takes them from the back
        app_.parse(arguments);
    } catch (const CLI::ParseError& e) {
        return refuse_words(e);
    } catch (const Error& e) {
        return refuse(e);
    }
    if (version_) {
        fmt::print("{}\n", version_text(json_));
        return 0;
    }
    if (!chosen_) {
        fmt::print("{}", app_.help());
        return 0;
    }
    return static_cast<int>(act(chosen_));
}

}  // namespace ironbird::cli

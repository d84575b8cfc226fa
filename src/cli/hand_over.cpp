// Starts the program of a command and answers with its exit code.
#include "cli/hand_over.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/fault.hpp"
#include "cli/places.hpp"
#include "cli/process.hpp"

namespace ironbird::cli {
namespace {

Exit hand_over(const Handed& handed, const std::vector<std::string>& words) {
    if (words.empty())
        throw Error(Fault::usage,
                    fmt::format("{} needs a command: {}", handed.command, handed.commands));
    const std::string name = fmt::format("ironbird_{}", handed.command);
    const auto program = places().programs / name;
    if (!std::filesystem::exists(program))
        throw Error(Fault::usage, fmt::format("{} is not built", name), {},
                    fmt::format("build the target {}; it needs the packages of cmake/{}", name,
                                handed.packages));
    Start start{.argv = {program.string()}};
    start.argv.insert(start.argv.end(), words.begin(), words.end());
    const Ended ended = run_process(start);
    leave_if_interrupted(ended);
    if (!ended.started) throw Error(Fault::usage, ended.trouble);
    return ended.signal != 0 ? Exit::program_failed : static_cast<Exit>(ended.code);
}

}  // namespace

Exit run_measuring(const char* target, const char* what, const std::vector<std::string>& words) {
    const auto program = places().programs / target;
    if (!std::filesystem::exists(program))
        throw Error(Fault::usage, fmt::format("{} not built", what), {},
                    fmt::format("build the target {}", target));
    Start start{.argv = {program.string()},
                .environment = {{"TT_METAL_RUNTIME_ROOT", places().root.string()}}};
    start.argv.insert(start.argv.end(), words.begin(), words.end());
    const Ended ended = run_process(start);
    leave_if_interrupted(ended);
    if (!ended.started) throw Error(Fault::usage, ended.trouble);
    if (ended.code == static_cast<int>(Exit::could_not_start)) return Exit::could_not_start;
    return ended.ok() ? Exit::fine : Exit::program_failed;
}

void add_handed(CLI::App& app, Action& chosen, const ProgramWords& program, const Handed& handed) {
    auto* sub = app.add_subcommand(handed.command, handed.summary);
    sub->footer(fmt::format(
        "ironbird {0} COMMAND [OPTIONS]\n\n{1}; each has --help and --json. docs/{0}.md",
        handed.command, handed.commands));
    sub->callback([program, &chosen, handed] {
        chosen = [program, handed] { return hand_over(handed, *program); };
    });
}

}  // namespace ironbird::cli

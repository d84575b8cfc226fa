// `ironbird moe`: hands over to the program of the Qwen3-MoE models.
#include <filesystem>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/places.hpp"
#include "cli/process.hpp"

namespace ironbird::cli {
namespace {

Exit moe(const std::vector<std::string>& words) {
    if (words.empty())
        throw Error(Fault::usage, "moe needs a command: generate, plan, tokenize, make-checkpoint");
    const auto runner = places().programs / "ironbird_moe";
    if (!std::filesystem::exists(runner))
        throw Error(
            Fault::usage, "ironbird_moe is not built", {},
            "build the target ironbird_moe; it needs the packages of cmake/packages-moe.txt");
    Start start{.argv = {runner.string()}};
    start.argv.insert(start.argv.end(), words.begin(), words.end());
    const Ended ended = run_process(start);
    leave_if_interrupted(ended);
    if (!ended.started) throw Error(Fault::usage, ended.trouble);
    return ended.signal ? Exit::program_failed : static_cast<Exit>(ended.code);
}

}  // namespace

void add_moe(CLI::App& app, Action& chosen, const ProgramWords& program) {
    auto* sub = app.add_subcommand("moe", "Qwen3 mixture-of-experts models: generate and plan");
    sub->footer(
        "ironbird moe COMMAND [OPTIONS]\n\n"
        "generate, plan, tokenize and make-checkpoint; each has --help and --json. docs/moe.md");
    sub->callback([program, &chosen] { chosen = [program] { return moe(*program); }; });
}

}  // namespace ironbird::cli

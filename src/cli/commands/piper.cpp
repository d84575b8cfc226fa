// `ironbird piper`: hands over to the program that preprocesses tables.
#include <filesystem>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/places.hpp"
#include "cli/process.hpp"

namespace ironbird::cli {
namespace {

Exit piper(const std::vector<std::string>& words) {
    const auto program = places().programs / "ironbird_piper";
    if (!std::filesystem::exists(program))
        throw Error(Fault::usage, "PIPER is not built", {},
                    "install zlib1g-dev and libzstd-dev and build the target ironbird_piper");
    Start start{.argv = {program.string()}};
    start.argv.insert(start.argv.end(), words.begin(), words.end());
    const Ended ended = run_process(start);
    leave_if_interrupted(ended);
    if (!ended.started) throw Error(Fault::usage, ended.trouble);
    // Its exit codes are those of all commands.
    return ended.signal == 0 ? static_cast<Exit>(ended.code) : Exit::program_failed;
}

}  // namespace

void add_piper(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("piper", "Preprocess tables for recommenders: piper --help");
    // All words are the other program's, --help too.
    sub->set_help_flag();
    sub->set_help_all_flag();
    sub->prefix_command();
    sub->callback([sub, &chosen] { chosen = [words = sub->remaining()] { return piper(words); }; });
}

}  // namespace ironbird::cli

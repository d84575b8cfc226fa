// `ironbird check`: a run with every check on, and what they found.
#include <fmt/format.h>

#include <filesystem>

#include "base/fault.hpp"
#include "cli/check_report.hpp"
#include "cli/commands/run.hpp"
#include "cli/summary.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

struct CheckOptions {
    std::string chip, only;
    bool json = false, warnings_as_errors = false;
};

Exit check_command(std::vector<std::string> argv, const CheckOptions& options) {
    if (argv.empty()) throw Error(Fault::usage, "check needs a program");
    const auto groups = checks::Groups::parse(options.only.empty() ? "1" : options.only);
    const fs::path folder = new_run_folder();
    argv.front() = program_of(argv.front(), folder);
    Start start{.argv = std::move(argv)};
    start.environment.emplace_back("IRONBIRD_CHECK", groups.text(","));
    if (!options.chip.empty()) start.environment.emplace_back("IRONBIRD_CHIP", options.chip);
    const Ran ran = run_recorded(std::move(start), folder);
    CheckReport report = report_of(ran);
    if (options.json)
        fmt::print(stderr, "{}\n", to_json(report).dump());
    else
        fmt::print(stderr, "{}", to_text(report));
    return exit_of(report, options.warnings_as_errors);
}

}  // namespace

void add_check(CLI::App& app, Action& chosen, std::vector<std::string> program) {
    auto* check = app.add_subcommand("check", "Run a program with all checks and list findings");
    check->footer(
        "ironbird check [options] PROGRAM.cpp|BINARY [args]\n"
        "ironbird check [options] -- COMMAND [args]\n\n"
        "The program's output is left alone; findings go to stderr and to\n"
        "ironbird-out/NNNN/run.json. `ironbird explain ID` shows each failing and repaired.");
    auto o = std::make_shared<CheckOptions>();
    check->add_option("--chip", o->chip, "Product to simulate (see `ironbird devices`)");
    check->add_option("--only", o->only, "Groups: memory,noc,race,cb,init,args,compute");
    check->add_flag("--warnings-as-errors", o->warnings_as_errors, "Warnings fail, too");
    check->add_flag("--json", o->json, "The findings as one line of JSON on stderr");
    check->callback(
        [program, o, &chosen] { chosen = [program, o] { return check_command(program, *o); }; });
}

}  // namespace ironbird::cli

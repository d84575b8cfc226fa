// `ironbird check`: a run with every check on, and what they found.
#include <fmt/format.h>

#include <filesystem>

#include "base/fault.hpp"
#include "check/finding_format.hpp"
#include "cli/check_policy.hpp"
#include "cli/chip.hpp"
#include "cli/explore.hpp"
#include "cli/ranks.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

// The first run is the one whose output the user sees; when others are compared with it, it is
// shown when the run has ended.
Ran first_run(Start start, const fs::path& folder, bool compared, std::string& output) {
    if (!compared) return run_recorded(std::move(start), folder);
    start.stdout_file = folder / "stdout.txt";
    Ran ran = run_recorded(std::move(start), folder);
    output = read_text(folder / "stdout.txt");
    std::fwrite(output.data(), 1, output.size(), stdout);
    std::fflush(stdout);
    return ran;
}

void name_unexplored(CheckReport& report, const CheckOptions& options) {
    if (options.chips.size() < 2)
        report.unexplored.push_back(fmt::format("other chips (--chips {},{})", report.chip,
                                                report.chip.starts_with('p') ? "n150" : "p150"));
    if (options.schedules == 0)
        report.unexplored.emplace_back("other delivery orders (--schedules 20)");
    report.unexplored.emplace_back("kernels, paths and shapes that this run did not take");
}

Start start_of(std::vector<std::string> argv, const CheckOptions& options) {
    Start start{.argv = std::move(argv)};
    const auto groups = check::Groups::parse(options.only.empty() ? "1" : options.only);
    start.environment.emplace_back("IRONBIRD_CHECK", groups.text(","));
    const std::string chip = options.chips.empty() ? options.chip : options.chips.front();
    if (!chip.empty()) start.environment.emplace_back("IRONBIRD_CHIP", chip);
    start.time_limit = options.time_limit;
    return start;
}

Exit check_command(std::vector<std::string> argv, const CheckOptions& options) {
    refuse_ranks("check");
    if (argv.empty()) throw Error(Fault::usage, "check needs a program");
    check_setting(options.chip);
    for (const std::string& chip : options.chips) chip_named(chip);
    check_files(options);
    const fs::path folder = new_run_folder();
    argv.front() = program_of(argv.front(), folder, options.host);
    const Start start = start_of(std::move(argv), options);
    std::string output;
    const Ran ran = first_run(start, folder, options.schedules != 0, output);
    CheckReport report = report_of(ran);
    if (options.schedules != 0) explore_schedules(start, options.schedules, ran, output, report);
    if (options.chips.size() > 1) explore_chips(start, options.chips, ran, report);
    if (!report.chip.empty()) name_unexplored(report, options);
    const Json sources = ran.record.value(Json::json_pointer("/kernels/sources"), Json::array());
    apply_policy(report, options, sources.get<std::vector<std::string>>());
    fmt::print(stderr, "{}", options.json ? json_text(to_json(report)) + "\n" : to_text(report));
    return exit_of(report, options.warnings_as_errors);
}

void add_options(CLI::App& check, CheckOptions& o) {
    check.add_option("--chip", o.chip, "Product to simulate (see `ironbird devices`)");
    check.add_option("--chips", o.chips, "Run on each, and report what is legal on some only")
        ->delimiter(',');
    check.add_option("--only", o.only, "Groups: memory,noc,race,cb,init,args,compute");
    check.add_option("--schedules", o.schedules,
                     "Try late, eager and so many random delivery orders, and compare");
    check.add_option("--suppressions", o.suppressions,
                     "File with lines: ID path/of/file.cpp because the reason");
    check.add_option("--baseline", o.baseline, "Only findings that are not in this file count");
    check.add_option("--write-baseline", o.write_baseline, "Write the findings there");
    for (const check::FindingFormat& format : check::finding_formats())
        check.add_option(format.option, o.files[format.option], format.help);
    add_time_limit(check, o.time_limit);
    add_host_flags(check, o.host);
    check.add_flag("--warnings-as-errors", o.warnings_as_errors, "Warnings fail, too");
    check.add_flag("--json", o.json, "The findings as one line of JSON on stderr");
}

}  // namespace

void add_check(CLI::App& app, Action& chosen, const ProgramWords& program) {
    auto* check = app.add_subcommand("check", "Run a program with all checks and list findings");
    check->footer(
        "ironbird check [options] [-I FOLDER] [-D NAME=VALUE] PROGRAM.cpp|BINARY [args]\n"
        "ironbird check [options] -- COMMAND [args]\n\n"
        "The program's output is left alone; findings go to stderr and to\n"
        "ironbird-out/NNNN/run.json. `ironbird explain ID` shows each failing and repaired.");
    auto o = std::make_shared<CheckOptions>();
    add_options(*check, *o);
    check->callback(
        [program, o, &chosen] { chosen = [program, o] { return check_command(*program, *o); }; });
}

}  // namespace ironbird::cli

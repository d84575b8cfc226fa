// `ironbird run` and `ironbird replay`.
#include "cli/commands/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <ironbird/version.hpp>
#include <iterator>

#include "base/fault.hpp"
#include "cli/check_report.hpp"
#include "cli/debugger.hpp"
#include "cli/phases.hpp"
#include "cli/places.hpp"
#include "cli/ranks.hpp"
#include "cli/summary.hpp"
#include "host/configuration.hpp"
#include "report/error_class.hpp"

extern char** environ;

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

// Variables that decide what a run does; the rest of the environment is the machine's.
bool decides(std::string_view name) {
    return name.starts_with("TT_") || name.starts_with("IRONBIRD_") || name == "ARCH_NAME";
}

Json environment_with(const Start& start) {
    Json kept = Json::object();
    for (char** e = environ; *e != nullptr; e++) {
        const std::string entry(*e);
        const auto equals = entry.find('=');
        const std::string name = entry.substr(0, equals);
        if (decides(name) && std::ranges::find(start.without, name) == start.without.end())
            kept[name] = entry.substr(equals + 1);
    }
    for (const auto& [name, value] : start.environment) kept[name] = value;
    kept.erase("IRONBIRD_RUN_DIR");
    kept.erase("IRONBIRD_RANKS");
    return kept;
}

// What the program has left; a record that is not one was left by nobody who ended well.
Json fresh_record(const fs::path& folder) {
    std::ifstream file(folder / "run.json", std::ios::binary);
    if (!file) return Json::object();
    Json record;
    const std::string text(std::istreambuf_iterator<char>(file), {});
    return parse_record(text, record).empty() ? record : Json{{"complete", false}};
}

Exit exit_of(const Ended& ended, const Json& record) {
    if (!ended.started) return Exit::could_not_start;
    if (ended.time_limit != 0) return Exit::hang;
    // Who leaves without running its exit handlers leaves its findings behind, too.
    if (ended.ok() && record.value("complete", true)) return Exit::fine;
    for (const Json& fault : record.value("faults", Json::array())) {
        const FaultRow* known = find_row(fault.value("slug", ""));
        if (known != nullptr && ending(*known) != Ending::program_failed)
            return static_cast<Exit>(ending(*known));
    }
    return Exit::program_failed;
}

bool is_source(const fs::path& path) {
    constexpr std::array<std::string_view, 3> endings = {".cpp", ".cc", ".cxx"};
    return std::ranges::find(endings, path.extension().string()) != endings.end();
}

bool is_checked(const Ran& ran) {
    return !ran.record.value("checked", "").empty();
}

void report(const Ran& ran, bool json, bool phases = false) {
    if (json) {
        fmt::print(stderr, "{}\n", json_text(ran.record));
        return;
    }
    if (!ran.ended.ok())
        fmt::print(stderr, "ironbird: the program ended with {}\n", ran.ended.text());
    else if (ran.exit != Exit::fine)
        fmt::print(stderr, "ironbird: the program {}\n", shortfall(ran.record));
    print_summary(stderr, ran.record, ran.folder);
    if (phases) print_phases(stderr, ran.record);
    if (is_checked(ran)) fmt::print(stderr, "{}", to_text(report_of(ran)));
}

// What `run` may set for the program, and the variable that it is.
struct RunChoices {
    HostFlags host;
    std::string chip, timing;
    bool profile = false;
    bool gdb = false;
    bool phases = false;
    std::vector<std::string> sizes;
    double time_limit = 0;
    std::uint32_t ranks = 0;  // 0: as mpirun says

    void apply(Start& start, const fs::path& folder) const {
        if (profile) {
            start.environment.emplace_back("TT_METAL_DEVICE_PROFILER", "1");
            start.environment.emplace_back("TT_METAL_DEVICE_PROFILER_NOC_EVENTS", "1");
            start.environment.emplace_back("TT_METAL_PROFILER_DIR", (folder / "profiler").string());
        }
        if (!chip.empty()) start.environment.emplace_back("IRONBIRD_CHIP", chip);
        if (!timing.empty()) start.environment.emplace_back("IRONBIRD_TIMING", timing);
        start.time_limit = time_limit;
        if (gdb) put_under_gdb(start, folder);
    }

    void check_ranks(const RankOf& here) const {
        const std::uint32_t size = std::max(ranks, here.size);
        if (size <= 1) return;
        if (ranks != 0 && here.size > 1 && ranks != here.size)
            throw Error(Fault::usage,
                        fmt::format("--ranks {} under an mpirun of {}", ranks, here.size), {},
                        "leave one of them out");
        if (profile || gdb || !sizes.empty())
            throw Error(Fault::not_modelled,
                        fmt::format("{} of chips that are spread over {} ranks",
                                    profile ? "--profile"
                                    : gdb   ? "--gdb"
                                            : "--sizes",
                                    size),
                        {}, "run it in one process");
        check_rank_count(size, chip);
    }
};

// Ranks that wait take part as soon as they are told to; without any, `others` does nothing.
Ran run_once(std::vector<std::string> argv, RunChoices choices, bool json, const RankOf& here,
             WaitingRanks& others) {
    const std::string command = fmt::format("{}", fmt::join(argv, " "));
    const fs::path folder = new_run_folder();
    others.may_be_taken_in(folder);
    choices.host.debugger = choices.gdb;
    argv.front() = program_of(argv.front(), folder, choices.host);
    Start start{.argv = std::move(argv)};
    choices.apply(start, folder);
    if (here.size > 1) start.environment.emplace_back("IRONBIRD_RANKS", command);
    Ran ran = run_recorded(std::move(start), folder);
    report(ran, json, choices.phases);
    if (is_checked(ran)) ran.exit = exit_of(report_of(ran), false);
    return ran;
}

// One run for each size; the first that does not end well ends it all.
Exit run_sizes(const std::vector<std::string>& argv, const RunChoices& choices, bool json,
               const RankOf& here, WaitingRanks& others) {
    ScalingTable table;
    for (const std::string& size : choices.sizes) {
        const Ran ran = run_once(sized(argv, size), choices, json, here, others);
        if (ran.exit != Exit::fine) return ran.exit;
        table.add(size_of(size), phases_of(ran.record));
    }
    if (json)
        fmt::print(stderr, "{}\n", json_text({{"scaling", scaling_json(table)}}));
    else
        fmt::print(stderr, "{}", table.text());
    return Exit::fine;
}

Exit run_command(const std::vector<std::string>& argv, const RunChoices& choices, bool json) {
    if (argv.empty()) throw Error(Fault::usage, "run needs a program");
    const RankOf here = started_by_mpirun();
    if (here.rank > 0) return serve_chips(fmt::format("{}", fmt::join(argv, " ")));
    WaitingRanks others(here.size > 1);
    check_setting(choices.chip);
    choices.check_ranks(here);
    if (choices.ranks > 1 && here.size == 1) return start_ranks(choices.ranks);
    if (choices.sizes.empty()) return run_once(argv, choices, json, here, others).exit;
    if (!choices.phases) throw Error(Fault::usage, "--sizes goes with --phases");
    for (const std::string& size : choices.sizes) size_of(size);
    return run_sizes(argv, choices, json, here, others);
}

// The parts of a record that a repetition must reproduce.
Json repeatable(const Json& record) {
    Json part = Json::object();
    for (const char* key : {"chip", "programs", "cycles", "traffic", "faults", "end"})
        if (record.contains(key)) part[key] = record[key];
    return part;
}

// What the record says was run.
Start start_of(const Json& old, const fs::path& folder) {
    const auto refuse = [&](const char* why) {
        throw Error(Fault::usage, fmt::format("{} {}", (folder / "run.json").string(), why), {},
                    "nothing was repeated or compared");
    };
    if (old.value("command", Json::array()).empty()) refuse("holds no command");
    if (old.contains("interrupted")) refuse("is of a run that was interrupted");
    Start start{.argv = old["command"].get<std::vector<std::string>>(),
                .folder = old.value("folder", "")};
    const Json bytes = old.value("bytes", Json::object());
    if (bytes.contains("command")) start.argv.clear();
    for (const Json& word : bytes.value("command", Json::array()))
        start.argv.push_back(from_hex(word.get<std::string>()));
    if (bytes.contains("folder")) start.folder = from_hex(bytes["folder"].get<std::string>());
    if (start.argv.empty() || start.argv.front().empty()) refuse("holds no command");
    return start;
}

Exit replay_command(const std::string& name, bool json) {
    const fs::path old_folder = find_run(name);
    const Json old = record_of(old_folder);
    Start start = start_of(old, old_folder);
    for (char** e = environ; *e != nullptr; e++) {
        const std::string_view entry(*e);
        const auto variable = entry.substr(0, entry.find('='));
        if (decides(variable)) start.without.emplace_back(variable);
    }
    const fs::path folder = new_run_folder();
    const Json environment = old.value("environment", Json::object());  // outlives the loop
    for (const auto& [variable, value] : environment.items()) {
        std::string text = value.get<std::string>();
        // What went into the old run's folder goes into this one's.
        if (text.starts_with(old_folder.string() + "/"))
            text.replace(0, old_folder.string().size(), folder.string());
        start.environment.emplace_back(variable, text);
    }
    const Ran ran = run_recorded(std::move(start), folder);
    report(ran, json);
    if (repeatable(ran.record) == repeatable(old)) {
        if (!json)
            fmt::print(stderr, "  replay  {} those of {}\n",
                       old.contains("cycles") ? "cycles, traffic and end equal"
                                              : "the end equals (no cycles were recorded)",
                       name);
        return ran.exit;
    }
    fmt::print(stderr, "ironbird: the replay differs from {}: was {}, is {}\n", name,
               json_text(repeatable(old)), json_text(repeatable(ran.record)));
    return Exit::findings;
}

// Beside the text of a record, which is UTF-8: what was not, to the byte.
Json bytes_of(const Start& start, const std::string& folder) {
    Json bytes = Json::object();
    if (std::ranges::any_of(start.argv, [](const auto& word) { return !is_utf8(word); }))
        for (const std::string& word : start.argv) bytes["command"].push_back(to_hex(word));
    if (!is_utf8(folder)) bytes["folder"] = to_hex(folder);
    return bytes;
}

}  // namespace

void check_setting(const std::string& chip) {
    Options asked = options();
    if (!chip.empty()) asked.chip = chip;
    host::products_of(asked);
}

std::string program_of(const std::string& given, const fs::path& folder, const HostFlags& flags) {
    if (!is_source(given))
        return given.find('/') == given.npos && fs::exists(given) ? "./" + given : given;
    const fs::path source = fs::absolute(given).lexically_normal();
    if (!fs::exists(source)) throw Error(Fault::usage, "no such file: " + source.string());
    const fs::path program = folder / "program";
    compile_host_program(source, flags, program);
    return program.string();
}

Ran run_recorded(Start start, const fs::path& folder) {
    start.environment.emplace_back("IRONBIRD_RUN_DIR", folder.string());
    start.tells_on_quit = folder / "run.json";
    Ran ran{.folder = folder,
            .ended = run_process(start),
            .record = fresh_record(folder),
            .exit = Exit::fine};
    Json& r = ran.record;
    const std::string where = (start.folder.empty() ? fs::current_path() : start.folder).string();
    r["schema"] = kJsonSchema;
    r["version"] = kVersion;
    r["upstream"] = kUpstreamCommit;
    r["command"] = start.argv;
    r["folder"] = where;
    if (const Json bytes = bytes_of(start, where); !bytes.empty()) r["bytes"] = bytes;
    r["environment"] = environment_with(start);
    r["end"] = ran.ended.text();
    if (ran.ended.interrupted != 0) r["interrupted"] = ran.ended.interrupted;
    r["wall_seconds"] = ran.ended.seconds;
    const bool early = !ran.ended.whole() || ran.ended.signal != 0;
    if (early && r.contains("error") && r.value("faults", Json()).empty())
        r["error"] =
            report::error_json(report::no_error_bars("the run ended early: " + ran.ended.text()));
    ran.exit = exit_of(ran.ended, r);
    r["exit"] = static_cast<int>(ran.exit);
    write_record(folder, r);
    leave_if_interrupted(ran.ended);
    if (!ran.ended.started) throw Error(Fault::usage, "cannot start " + ran.ended.trouble);
    return ran;
}

void add_time_limit(CLI::App& command, double& seconds) {
    constexpr double most = 1e9;
    command
        .add_option("--time-limit", seconds,
                    "Seconds after which the program and all it has started are ended; exit code 3")
        ->check(CLI::Range(0.001, most));
}

void add_run(CLI::App& app, Action& chosen, const ProgramWords& program) {
    auto* run = app.add_subcommand(
        "run", "Run a program: a host source, a binary, or any command after --");
    run->footer(
        "ironbird run [--chip NAME] [--timing MODEL] [--time-limit SECONDS] [--ranks N] "
        "[--profile] [--gdb] [--phases [--sizes N,N,…]] [--json] [-I FOLDER] [-D NAME=VALUE] "
        "[-l LIBRARY] [--std VERSION] PROGRAM.cpp|BINARY "
        "[args]\n"
        "ironbird run [options] -- COMMAND [args]\n\n"
        "A source is compiled against Ironbird's headers with clang and kept beside the kernels:\n"
        "the same text starts at once the next time. The program's output is left alone; the\n"
        "summary goes to stderr and the record to ironbird-out/NNNN/run.json.");
    auto choices = std::make_shared<RunChoices>();
    auto json = std::make_shared<bool>(false);
    run->add_option("--chip", choices->chip, "Product to simulate (see `ironbird devices`)");
    run->add_option("--timing", choices->timing,
                    "Network model: contended, or ideal: transfers never slow each other down")
        ->check(CLI::IsMember({"contended", "ideal"}));
    run->add_option("--ranks", choices->ranks,
                    "Processes that share the chips of the program, by mpirun; 1: none besides")
        ->check(CLI::Range(1, 32));
    run->add_flag(
        "--profile", choices->profile,
        "Record zones, stalls and NoC events; files for Perfetto, tt-perf-report, tt-npe");
    run->add_flag("--phases", choices->phases,
                  "Calls of the host program by phase: to the device, operations, waiting, back");
    run->add_option("--sizes", choices->sizes,
                    "With --phases: one run for each number, which replaces {} in the command; "
                    "ends with how each phase grows")
        ->delimiter(',');
    run->add_flag("--gdb", choices->gdb,
                  "Under gdb: breakpoints on lines of kernels, backtraces through their stacks");
    add_time_limit(*run, choices->time_limit);
    add_host_flags(*run, choices->host);
    run->add_flag("--json", *json, "The record as one line of JSON on stderr");
    run->callback([program, choices, json, &chosen] {
        chosen = [program, choices, json] { return run_command(*program, *choices, *json); };
    });
}

void add_replay(CLI::App& app, Action& chosen) {
    auto* replay = app.add_subcommand("replay", "Repeat a recorded run and compare");
    auto name = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    replay->add_option("RUN", *name, "Number or folder of the run")->required();
    replay->add_flag("--json", *json, "The record as one line of JSON on stderr");
    replay->callback(
        [name, json, &chosen] { chosen = [name, json] { return replay_command(*name, *json); }; });
}

}  // namespace ironbird::cli

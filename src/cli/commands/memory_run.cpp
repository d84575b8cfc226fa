// `ironbird memory run`: L1 and circular buffers of an actual run, and what other depths cost.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <string>

#include "base/fault.hpp"
#include "cli/commands/memory.hpp"
#include "cli/commands/run.hpp"
#include "cli/explore.hpp"
#include "cli/memory_baseline.hpp"
#include "cli/memory_view.hpp"
#include "cli/ranks.hpp"
#include "cli/summary.hpp"
#include "cli/what_if.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

struct MemoryRunChoices {
    std::string chip, timing, what_if, baseline;
    bool no_what_if = false, json = false;
};

// What is said in the end, as text or as JSON.
struct Answer {
    Json record;
    CoreMap map;
    std::vector<ProgramView> programs;
    std::vector<WhatIf> what_ifs;
    std::string depths;  // of the last run, if there was one
    Trial last;
    std::vector<std::string> worse;  // than the baseline
    bool compares_output = true;
    std::uint64_t cycles = 0;
};

Start start_of(std::vector<std::string> argv, const MemoryRunChoices& choices) {
    Start start{.argv = std::move(argv)};
    if (!choices.chip.empty()) start.environment.emplace_back("IRONBIRD_CHIP", choices.chip);
    if (!choices.timing.empty()) start.environment.emplace_back("IRONBIRD_TIMING", choices.timing);
    return start;
}

// The run whose output the user sees.
Ran first_run(Start start, const fs::path& folder) {
    start.environment.emplace_back("IRONBIRD_MEMORY", "1");
    start.stdout_file = folder / "stdout.txt";
    Ran ran = run_recorded(std::move(start), folder);
    const std::string output = read_text(folder / "stdout.txt");
    std::fwrite(output.data(), 1, output.size(), stdout);
    std::fflush(stdout);
    return ran;
}

Json memory_of(const fs::path& folder) {
    std::ifstream file(folder / "memory.json");
    return Json::parse(file, nullptr, false);
}

// "0=4,3:16=8": without a number of a program, all are meant.
std::string depths_of(const std::string& text) {
    static const std::regex form(R"(((\d+(-\d+)?|\*):)?\d+=\d+)");
    std::string depths;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const std::string entry = text.substr(at, comma - at);
        constexpr std::size_t longest = 64;
        if (entry.size() > longest || !std::regex_match(entry, form))
            throw Error(Fault::usage,
                        fmt::format("\"{}\" is no CB=PAGES", entry.substr(0, longest)), {},
                        "or PROGRAM:CB=PAGES; several are separated by commas");
        depths += fmt::format("{}{}{}", depths.empty() ? "" : ",",
                              entry.find(':') == entry.npos ? "*:" : "", entry);
        at = comma + 1;
    }
    return depths;
}

// For whoever sits and waits.
void progress(const std::string& text) {
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r{:78}\r{}", "", text);
}

// What is asked for must be there: a depth of nothing would change nothing.
void check_asked(const std::string& depths, const std::vector<ProgramView>& programs) {
    static const std::regex index(R"(:(\d+)=)");
    for (std::sregex_iterator at(depths.begin(), depths.end(), index), end; at != end; ++at) {
        const std::string cb = (*at)[1];
        const auto has = [&](const ProgramView& p) {
            return std::ranges::any_of(p.cbs, [&](const CbView& view) {
                return std::ranges::any_of(view.indices,
                                           [&](unsigned i) { return std::to_string(i) == cb; });
            });
        };
        if (std::ranges::none_of(programs, has))
            throw Error(Fault::usage, fmt::format("no program of this run has a CB {}", cb), {},
                        "without --what-if all of its circular buffers are shown");
    }
}

void explore(Answer& answer, Trials& trials, const std::string& asked) {
    check_asked(asked, answer.programs);
    answer.depths = asked;
    if (answer.depths.empty()) {
        for (const ProgramView& p : answer.programs)
            for (const CbView& cb : p.cbs) {
                progress(fmt::format("ironbird: trying depths of CB {} of {}", cb.name(), p.name));
                answer.what_ifs.push_back(try_depths(p, cb, trials));
            }
        progress("ironbird: trying depths together");
        shrink_together(answer.what_ifs, trials);
        progress("");
        answer.depths = together(answer.what_ifs);
    }
    if (!answer.depths.empty()) answer.last = trials.run(answer.depths);
    answer.compares_output = trials.compares_output();
}

std::string change_text(std::uint64_t cycles, std::uint64_t before) {
    return fmt::format("{:+.2f} %",
                       100 * (static_cast<double>(cycles) /
                                  static_cast<double>(std::max<std::uint64_t>(before, 1)) -
                              1));
}

std::string together_text(const Answer& a) {
    std::string text;
    std::uint64_t now = 0, then = 0;
    for (const WhatIf& w : a.what_ifs) {
        if (!w.skipped.empty()) continue;
        text += fmt::format("{}CB {} of {} {}", text.empty() ? "" : ", ", w.cb->name(),
                            w.program->name, w.together);
        now += w.cb->bytes;
        then += w.together * w.cb->page_bytes;
    }
    if (text.empty()) return text;
    return fmt::format("\nthe smallest that cost no time together: {}; {} instead of {}\n", text,
                       bytes_text(then), bytes_text(now));
}

std::string to_text(const Answer& a, const fs::path& folder) {
    std::string text = to_text(a.map);
    for (const ProgramView& p : a.programs) text += "\n" + to_text(p);
    for (const WhatIf& w : a.what_ifs) text += "\n" + to_text(w, a.cycles);
    text += together_text(a);
    if (!a.depths.empty())
        text += fmt::format(
            "\nIRONBIRD_CB_DEPTH={}: {}\n", a.depths,
            a.last.runs() ? fmt::format("{} cycles instead of {}, {}", grouped(a.last.cycles),
                                        grouped(a.cycles), change_text(a.last.cycles, a.cycles))
                          : "does not run, " + a.last.trouble);
    if (!a.compares_output)
        text += "the output differs from run to run: exit codes alone were compared\n";
    for (const std::string& line : a.worse) text += fmt::format("worse: {}\n", line);
    return text + fmt::format("all of it: {}\n", fs::relative(folder / "memory.json").string());
}

Json to_json(const Answer& a) {
    Json all = {
        {"schema", kJsonSchema}, {"cycles", a.cycles},        {"end", a.record.value("end", "")},
        {"map", to_json(a.map)}, {"programs", Json::array()}, {"what_if", Json::array()}};
    for (const ProgramView& p : a.programs) all["programs"].push_back(to_json(p));
    for (const WhatIf& w : a.what_ifs) all["what_if"].push_back(to_json(w));
    if (!a.depths.empty())
        all["together"] = {{"depths", a.depths},
                           {"cycles", a.last.runs() ? Json(a.last.cycles) : Json(nullptr)},
                           {"trouble", a.last.trouble}};
    all["compares_output"] = a.compares_output;
    all["worse"] = a.worse;
    return all;
}

Exit memory_run(std::vector<std::string> argv, const MemoryRunChoices& choices) {
    refuse_ranks("memory run");
    if (argv.empty()) throw Error(Fault::usage, "memory run needs a program");
    if (argv.front().starts_with("-"))
        throw Error(Fault::usage, fmt::format("memory run has no option {}", argv.front()));
    check_setting(choices.chip);
    // Wrong words are told before it runs.
    const std::string asked = depths_of(choices.what_if);
    const auto before = choices.baseline.empty() ? BaselineJson() : read_baseline(choices.baseline);
    const fs::path folder = new_run_folder();
    argv.front() = program_of(argv.front(), folder);
    const Start start = start_of(std::move(argv), choices);
    const Ran ran = first_run(start, folder);
    if (!ran.ended.ok())
        fmt::print(stderr, "ironbird: the program ended with {}\n", ran.ended.text());
    const Json memory = memory_of(folder);
    if (!memory.is_object()) {
        fmt::print(stderr, "ironbird: nothing to show: the program {}\n", shortfall(ran.record));
        return ran.exit;
    }
    Answer answer;
    answer.record = ran.record;
    answer.map = core_map(memory);
    answer.programs = programs_of(memory);
    answer.cycles = figures_of(ran.record).cycles;
    Trials trials(start, ran);
    if (ran.ended.ok() && !choices.no_what_if) explore(answer, trials, asked);
    if (!before.is_null()) answer.worse = worse_run(before, answer.cycles, answer.map.high_water);
    fmt::print(stderr, "{}",
               choices.json ? json_text(to_json(answer)) + "\n" : to_text(answer, folder));
    return ran.exit == Exit::fine && !answer.worse.empty() ? Exit::findings : ran.exit;
}

}  // namespace

void add_memory_run(CLI::App& memory, Action& chosen) {
    auto* run = memory.add_subcommand(
        "run", "Run a program: its L1, its circular buffers, and what other depths would cost");
    run->footer(
        "ironbird memory run [options] PROGRAM.cpp|BINARY [args]\n"
        "ironbird memory run [options] -- COMMAND [args]\n\n"
        "The program is run once for the map and again for each depth that is tried; its output\n"
        "is shown once. What was found goes to stderr, memory.json to ironbird-out/NNNN.");
    run->prefix_command();
    auto o = std::make_shared<MemoryRunChoices>();
    run->add_option("--chip", o->chip, "Product to simulate (see `ironbird devices`)");
    run->add_option("--timing", o->timing, "Network model: contended or ideal")
        ->check(CLI::IsMember({"contended", "ideal"}));
    run->add_option("--what-if", o->what_if,
                    "Try these depths together: CB=PAGES,... or PROGRAM:CB=PAGES,...");
    run->add_option("--baseline", o->baseline,
                    "An earlier answer of --json: exit with 1 if it took fewer cycles or less L1");
    run->add_flag("--no-what-if", o->no_what_if, "One run, no other depths");
    run->add_flag("--json", o->json, "The answer as one line of JSON on stderr");
    run->callback([run, o, &chosen] {
        chosen = [argv = run->remaining(), o] { return memory_run(argv, *o); };
    });
}

}  // namespace ironbird::cli

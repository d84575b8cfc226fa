// `ironbird demo`: one of the examples, with the three answers and two ways to break it.
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "cli/commands/run.hpp"
#include "cli/places.hpp"
#include "cli/profile_summary.hpp"
#include "cli/summary.hpp"

namespace ironbird::cli {
namespace {

constexpr std::string_view kBreakBarrier =
    "The sender's read barrier is gone: it hands on what had not arrived. IRONBIRD_NOC=eager hides "
    "it.";
constexpr std::string_view kBreakDeadlock =
    "The sender waits for one receiver too many, and the receivers wait for the sender.";

std::string last_line(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line, last;
    while (std::getline(in, line))
        if (!line.empty()) last = line;
    return last;
}

std::string said_by_program(const std::filesystem::path& file) {
    std::stringstream all;
    all << std::ifstream(file).rdbuf();
    return all.str();
}

void print_result(const Ran& ran, const std::string& answer) {
    const Figures f = figures_of(ran.record);
    fmt::print("broadcast over semaphores on a virtual {}\n", f.chip.empty() ? "chip" : f.chip);
    if (ran.exit != Exit::fine && answer.empty()) {
        fmt::print("  answer  none   {}; the reason is above\n",
                   ran.exit == Exit::hang ? "it hangs" : ran.ended.text());
        return;
    }
    fmt::print("  answer  {:5}  {}\n", ran.ended.ok() ? "right" : "wrong", answer);
    fmt::print("  time    {} modelled ({}), wall {}\n", time_text(f.seconds),
               time_caveat(ran.record), time_text(ran.ended.seconds));
    fmt::print("  moved   {} on the NoCs, DRAM {} read, {} written\n", bytes_text(f.noc_bytes),
               bytes_text(f.dram_read), bytes_text(f.dram_written));
    fmt::print("  record  {}\n", std::filesystem::relative(ran.folder / "run.json").string());
}

Exit demo(const std::string& broken, const std::string& chip, bool json) {
    check_setting(chip);
    const std::filesystem::path folder = new_run_folder();
    Start start{.argv = {(places().programs / "examples" / "broadcast").string()},
                .environment = {{"TT_METAL_RUNTIME_ROOT", places().root.string()}},
                .stdout_file = folder / "stdout.txt"};
    if (!broken.empty()) start.argv.insert(start.argv.end(), {"--break", broken});
    if (!chip.empty()) start.environment.emplace_back("IRONBIRD_CHIP", chip);
    const Ran ran = run_recorded(std::move(start), folder);
    if (json) {
        Json shown = ran.record;
        shown["output"] = said_by_program(folder / "stdout.txt");
        fmt::print("{}\n", json_text(shown));
        return ran.exit;
    }
    print_result(ran, last_line(folder / "stdout.txt"));
    if (broken.empty())
        fmt::print(
            "Now break it:  {0} demo --break barrier     {0} demo --break deadlock\n"
            "Your own:      {0} run path/to/main.cpp\n",
            places().command);
    else
        fmt::print("{}\n", broken == "barrier" ? kBreakBarrier : kBreakDeadlock);
    return ran.exit;
}

}  // namespace

void add_demo(CLI::App& app, Action& chosen) {
    auto* demo_app = app.add_subcommand("demo", "Run a small program on a virtual chip");
    auto broken = std::make_shared<std::string>();
    auto chip = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    demo_app->add_option("--break", *broken, "Break it: a missing read barrier, or a deadlock")
        ->check(CLI::IsMember({"barrier", "deadlock"}));
    demo_app->add_option("--chip", *chip, "Product to simulate (see `ironbird devices`)");
    demo_app->add_flag("--json", *json, "The record and the program's output as JSON");
    demo_app->callback([broken, chip, json, &chosen] {
        chosen = [broken, chip, json] { return demo(*broken, *chip, *json); };
    });
}

}  // namespace ironbird::cli

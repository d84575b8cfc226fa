// The commands of `ironbird`: each adds itself to the parser and answers with an exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fault.hpp"

namespace ironbird::cli {

// The same everywhere, see docs/exit_codes.md.
enum class Exit : int {
    fine = 0,
    findings = 1,
    program_failed = static_cast<int>(Ending::program_failed),
    hang = static_cast<int>(Ending::hang),
    could_not_start = static_cast<int>(Ending::could_not_start),
    not_modelled = static_cast<int>(Ending::not_modelled),
};

inline constexpr int kJsonSchema = 1;

// What the chosen command does; called once parsing has succeeded.
using Action = std::function<Exit()>;

void add_accuracy(CLI::App& app, Action& chosen);
void add_bench(CLI::App& app, Action& chosen);
void add_cache(CLI::App& app, Action& chosen);
void add_compile(CLI::App& app, Action& chosen);
void add_compile_commands(CLI::App& app, Action& chosen);
void add_demo(CLI::App& app, Action& chosen);
void add_devices(CLI::App& app, Action& chosen);
void add_diff(CLI::App& app, Action& chosen);
void add_env(CLI::App& app, Action& chosen);
void add_explain(CLI::App& app, Action& chosen);
void add_memory(CLI::App& app, Action& chosen);
void add_replay(CLI::App& app, Action& chosen);
void add_report(CLI::App& app, Action& chosen);
// `program` is what stands behind the command's own options, taken off before parsing: all of it
// is the program's, whatever it looks like.
void add_check(CLI::App& app, Action& chosen, std::vector<std::string> program);
void add_lock(CLI::App& app, Action& chosen, std::vector<std::string> program);
void add_run(CLI::App& app, Action& chosen, std::vector<std::string> program);

// Options of these commands that are followed by their value.
inline constexpr std::array<std::string_view, 2> kLockValues = {"--file", "--time-limit"};
inline constexpr std::array<std::string_view, 3> kRunValues = {"--chip", "--time-limit",
                                                               "--timing"};
inline constexpr std::array<std::string_view, 9> kCheckValues = {
    "--baseline",  "--chip",         "--chips",      "--only",          "--sarif",
    "--schedules", "--suppressions", "--time-limit", "--write-baseline"};
void add_time_limit(CLI::App& command, double& seconds);
std::vector<std::string> take_program(std::vector<std::string>& arguments, std::string_view command,
                                      std::span<const std::string_view> with_value);

}  // namespace ironbird::cli

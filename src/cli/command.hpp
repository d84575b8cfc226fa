// The commands of `ironbird`: each adds itself to the parser and answers with an exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
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

// What stands behind a command's own options: all of it is the words of the program to start,
// whatever they look like. Filled before the command is parsed.
using ProgramWords = std::shared_ptr<std::vector<std::string>>;

void add_time_limit(CLI::App& command, double& seconds);

}  // namespace ironbird::cli

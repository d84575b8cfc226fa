// The command line of `ironbird`, from its words to the command that they name.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace ironbird::cli {

// Hands the chosen command to `act`; prints help and the version by itself, and refuses the rest.
// Returns the exit code.
int run_arguments(std::vector<std::string> arguments, Exit (*act)(const Action&));

}  // namespace ironbird::cli

// Wrong words on the command line, told like every other error.
#pragma once

#include <CLI/CLI.hpp>

#include "base/fault.hpp"

namespace ironbird::cli {

// What the parser found wrong, with the form of the command that was meant.
Error usage_error(const CLI::App& app, const CLI::ParseError& found);

}  // namespace ironbird::cli

// Commands that a first run does not need: a library that is built and loaded when one of them is
// asked for.
#pragma once

#include "cli/command.hpp"

namespace ironbird::cli {

// Adds them to the parser; false where they are not built.
bool add_more(CLI::App& app, Action& chosen);

}  // namespace ironbird::cli

// Entry of libironbird_more.so. A program that is linked with it has no need of the file.
extern "C" [[gnu::weak]] void ib_add_commands(CLI::App& app, ironbird::cli::Action& chosen);

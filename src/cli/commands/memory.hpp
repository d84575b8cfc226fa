// The parts of `ironbird memory`, one file each.
#pragma once

#include "cli/command.hpp"

namespace ironbird::cli {

void add_memory_all(CLI::App& memory, Action& chosen);
void add_memory_code(CLI::App& memory, Action& chosen);
void add_memory_run(CLI::App& memory, Action& chosen);
void add_memory_log(CLI::App& memory, Action& chosen);
void add_memory_plan(CLI::App& memory, Action& chosen);

}  // namespace ironbird::cli

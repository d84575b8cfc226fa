// Where a run's time went, and what would save some of it.
#pragma once

#include <cstdio>
#include <string>

#include "cli/run_folder.hpp"

namespace ironbird::cli {

// What is known about the error of this run's modelled time.
std::string time_caveat(const Json& record);

// The critical path, utilisation and rates; by processor and program too if a profile was asked
// for. Nothing for a record without them.
void print_use(std::FILE* out, const Json& record);

// At most five, the dearest first.
void print_hints(std::FILE* out, const Json& record);

}  // namespace ironbird::cli

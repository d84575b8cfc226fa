// `ironbird run --gdb`: the program under a debugger that knows about kernels.
#pragma once

#include <filesystem>

#include "cli/process.hpp"

namespace ironbird::cli {

// Puts gdb in front of the command, with settings that it leaves in `folder`, and has kernels
// compiled with full debug information.
void put_under_gdb(Start& start, const std::filesystem::path& folder);

}  // namespace ironbird::cli

// Whole files in one read.
#pragma once

#include <optional>
#include <string>

namespace ironbird::jit {

// Nothing when it cannot be read.
std::optional<std::string> read_file(const std::string& path);

}  // namespace ironbird::jit

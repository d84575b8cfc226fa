// Kernel sources as files: which processors a file is meant for, which files of a tree are kernels.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "abi/kernel.hpp"

namespace ironbird::cli {

// By name; "all" is all five and "auto" asks the source: one that includes a compute header is
// for unpack, math and pack, any other for the two data-movement processors.
std::vector<abi::Processor> processors_for(const std::string& choice,
                                           const std::filesystem::path& kernel);

// Every .cpp below `tree` that defines kernel_main or the older MAIN, sorted.
std::vector<std::filesystem::path> kernels_below(const std::filesystem::path& tree);

}  // namespace ironbird::cli

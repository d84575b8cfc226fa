// A plan's configuration out of a file: chips, workloads, policies and changed settings.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/plan/settings.hpp"
#include "analysis/plan/workload.hpp"

namespace ironbird::analysis {

struct Config {
    std::vector<std::string> chips, policies;
    std::vector<Workload> workloads;
    Settings settings;
};

// Throws usage for a file that is not there or not JSON, a key that nobody knows, or a value of the
// wrong kind.
Config read_config(const std::filesystem::path& path);
Config parse_config(const std::string& text);

// Bytes of code that a kernel takes in L1: an ELF file's own size, else an estimate from its source
// for each processor that it is built for.
std::uint64_t kernel_bytes(const std::filesystem::path& file, const Settings& settings);

}  // namespace ironbird::analysis

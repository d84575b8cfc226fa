// The few lines that Ironbird adds to a program's own output.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

#include "base/count_text.hpp"
#include "cli/run_folder.hpp"

namespace ironbird::cli {

std::string bytes_text(std::uint64_t bytes);  // 1.5 MiB
std::string time_text(double seconds);
std::string path_text(
    const std::filesystem::path& path);  // from here, if there is a way        // 218 us

// The record's figures, 0 where the program opened no device.
struct Figures {
    std::string chip;
    std::uint64_t programs, compiled, from_cache, cycles;
    std::uint64_t noc_bytes, noc_transactions, dram_read, dram_written;
    double seconds;
};
Figures figures_of(const Json& record);

void print_summary(std::FILE* out, const Json& record, const std::filesystem::path& folder);

}  // namespace ironbird::cli

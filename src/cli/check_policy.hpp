// Which findings count: suppressions, baselines, and the files that a check writes.
#pragma once

#include <map>

#include "cli/check_report.hpp"
#include "cli/host_program.hpp"

namespace ironbird::cli {

struct CheckOptions {
    HostFlags host{};
    std::string chip, only, baseline, write_baseline, suppressions;
    std::map<std::string, std::string> files;  // by option of check::finding_formats()
    std::vector<std::string> chips;
    std::uint32_t schedules = 0;
    double time_limit = 0;
    bool json = false, warnings_as_errors = false;
};

// Throws usage when a file that the options name cannot be used: before minutes of runs.
void check_files(const CheckOptions& options);

// Takes suppressed and known findings out of the report, notes how many there were, and writes
// baseline and formats where asked. `sources` are the kernels that ran.
void apply_policy(CheckReport& report, const CheckOptions& options,
                  const std::vector<std::string>& sources);

}  // namespace ironbird::cli

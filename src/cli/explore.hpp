// The same program under other delivery orders and on other chips.
#pragma once

#include "cli/check_report.hpp"

namespace ironbird::cli {

// Runs `start` once more for each order (late, eager, then random seeds upwards until one fails)
// and adds what differs from `first` to the report: a finding that was not there, or ORDER-001.
// `output` is what the first run wrote to stdout.
void explore_schedules(const Start& start, std::uint32_t seeds, const Ran& first,
                       const std::string& output, CheckReport& report);

// Runs `start` on each of the other chips; what is legal on some only becomes PORT-00x.
void explore_chips(const Start& start, const std::vector<std::string>& chips, const Ran& first,
                   CheckReport& report);

std::string read_text(const std::filesystem::path& file);

}  // namespace ironbird::cli

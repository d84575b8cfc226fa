// One program run, from argument vector to record.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/host_program.hpp"
#include "cli/process.hpp"
#include "cli/record.hpp"
#include "cli/run_folder.hpp"

namespace ironbird::cli {

struct Ran {
    std::filesystem::path folder;
    Ended ended;
    Json record;
    Exit exit;
};

// Throws before anything is started when the chip, by its name or else the environment's, or a
// variable of the environment means nothing.
void check_setting(const std::string& chip);

// Compiles a source into the run's folder; a program is taken as it is.
std::string program_of(const std::string& given, const std::filesystem::path& folder,
                       const HostFlags& flags = {});

// Runs `start` with a record in `folder` (from new_run_folder) and completes the record with what
// only the parent knows: command, working folder, environment, end.
Ran run_recorded(Start start, const std::filesystem::path& folder);

}  // namespace ironbird::cli

// What a checked run has to say, from its record.
#pragma once

#include <string>
#include <vector>

#include "check/finding_text.hpp"
#include "check/groups.hpp"
#include "cli/commands/run.hpp"

namespace ironbird::cli {

struct CheckReport {
    std::string chip;
    bool complete = true;                  // the program told what was found
    Exit run = Exit::fine;                 // how the program itself ended, here or elsewhere
    bool ended_badly = false;              // here
    std::string end;                       // here, in words
    std::vector<std::string> faults;       // texts, those that are findings left out
    std::vector<check::Finding> findings;  // to be shown
    std::string checked;                   // groups
    std::vector<std::string> unexplored;
    std::vector<std::string> notes;  // lines below the counts: what was suppressed, baselines
    double seconds = 0;
    std::filesystem::path folder;

    std::size_t errors() const;
    std::size_t warnings() const { return findings.size() - errors(); }
};

CheckReport report_of(const Ran& ran);
std::string to_text(const CheckReport& report);
Json to_json(const CheckReport& report);
Exit exit_of(const CheckReport& report, bool warnings_as_errors);

}  // namespace ironbird::cli

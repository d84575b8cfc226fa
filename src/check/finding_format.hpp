// The files that findings are written to: what a format is, and the table of them.
#pragma once

#include <span>
#include <string>

#include "check/finding.hpp"

namespace ironbird::check {

// One result and what was decided about it.
struct ReviewedFinding {
    Finding finding;
    std::string reason;      // suppressed because of it; empty: not suppressed
    bool in_source = false;  // where the suppression stands
    bool known = false;      // in the baseline
};

// A form in which findings are written to a file; one row of finding_formats().
struct FindingFormat {
    const char* option;  // of `ironbird check`, followed by the file to write
    const char* help;
    // The whole text of the file; files below `root` are given relative to it.
    std::string (*text)(std::span<const ReviewedFinding> findings, const std::string& version,
                        const std::string& root);
};

std::span<const FindingFormat> finding_formats();

}  // namespace ironbird::check

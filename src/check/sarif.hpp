// Findings as SARIF 2.1.0, which code hosts show beside the lines.
#pragma once

#include <nlohmann/json.hpp>
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

// Files below `root` are given relative to it.
nlohmann::ordered_json to_sarif(std::span<const ReviewedFinding> findings,
                                const std::string& version, const std::string& root);

}  // namespace ironbird::check

// Findings as SARIF 2.1.0, which code hosts show beside the lines.
#pragma once

#include <nlohmann/json.hpp>

#include "check/finding_format.hpp"

namespace ironbird::check {

// Files below `root` are given relative to it.
nlohmann::ordered_json to_sarif(std::span<const ReviewedFinding> findings,
                                const std::string& version, const std::string& root);

}  // namespace ironbird::check

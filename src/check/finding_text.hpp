// Findings as people and tools read them: text, JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "check/finding.hpp"

namespace ironbird::check {

// The block of lines of one finding, with a newline at the end; `id` and what else stands in front
// is the caller's, files are shown from `base` where they lie below it.
std::string to_text(const Finding& finding, const std::string& base = {});

// A line of such a block: "  do       wait for as many as raise it\n".
std::string label(std::string_view name, std::string_view text);

// "1 error, 0 warnings"
std::string count_text(std::size_t errors, std::size_t warnings);

// {id, group, severity, title, parties [{role, file, line, device, core [x,y], processor, cycle,
// what}], because, do, seen, cores}; read back by finding_of.
nlohmann::ordered_json to_json(const Finding& finding);
Finding finding_of(const nlohmann::ordered_json& json);  // throws usage when it is none

// A party without words takes the line of the source that it stands at.
void quote_sources(Finding& finding);

// What stays equal when lines move: rule, roles, file names and the calls.
std::string fingerprint(const Finding& finding);

}  // namespace ironbird::check

// `ironbird run --phases`: the phases of a run, and how they grow with the size of a problem.
#pragma once

#include <cstdio>
#include <ironbird/phases.hpp>
#include <string>
#include <vector>

#include "cli/run_folder.hpp"

namespace ironbird::cli {

// All zero for a record without any.
Phases phases_of(const Json& record);
void print_phases(std::FILE* out, const Json& record);

// The command for one size: every {} in it is replaced. Throws usage when there is none.
std::vector<std::string> sized(const std::vector<std::string>& command, const std::string& size);
// Throws usage for a size that is no positive number.
double size_of(const std::string& text);

Json scaling_json(const ScalingTable& table);

}  // namespace ironbird::cli

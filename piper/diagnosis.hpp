// The tuning guide's causes of trouble, each with what this machine shows of it.
#pragma once

#include <string>
#include <vector>

#include "checklist.hpp"

namespace piper {

struct Cause {
    std::string name, found, remedy;
};

// Half of the expected throughput or less.
std::vector<Cause> causes_of_low_throughput(const Machine& machine);
// "Failed to allocate".
std::vector<Cause> causes_of_failed_allocation(const Machine& machine);

// Lines to print.
std::string to_text(const std::vector<Cause>& causes);

}  // namespace piper

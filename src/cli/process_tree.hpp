// The processes below this one, whatever group or session they have put themselves into.
#pragma once

#include <sys/types.h>

#include <vector>

namespace ironbird::cli {

// From now on whoever loses its parent below us becomes our child, and not a stranger's.
void adopt_orphans();

// All that run; those that have ended and wait to be collected are not counted.
std::vector<pid_t> descendants();

void signal_descendants(int signal);

// Collects those of our children that have ended. True when `child` is one of them; `status` is
// its.
bool collect(pid_t child, int& status);

}  // namespace ironbird::cli

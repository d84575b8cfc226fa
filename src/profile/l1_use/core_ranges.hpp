// A set of cores as text, in rectangles.
#pragma once

#include <string>
#include <vector>

#include "base/coord.hpp"

namespace ironbird::profile {

// "{[(x=0,y=0) - (x=7,y=3)], [(x=0,y=4) - (x=2,y=4)]}", upstream's spelling of a set of ranges. The
// cores come row by row.
std::string core_ranges(const std::vector<Logical>& cores);

}  // namespace ironbird::profile

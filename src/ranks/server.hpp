// A rank that runs chips for the program of rank 0.
#pragma once

#include "ranks/protocol.hpp"

namespace ironbird::ranks {

// Until rank 0 ends it.
void serve(Link& link, const Identity& mine);

}  // namespace ironbird::ranks

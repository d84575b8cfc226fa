// A header for kernels that upstream's tests read on the host.
#pragma once

#include <cstdint>

// A macro as upstream has it: the most destinations of a sparse multicast.
#define NOC_SPARSE_MCAST_WRITE_MAX_DESTS 4

namespace tt::tt_fabric {

// What a mux is told in its word of termination.
enum TerminationSignal : std::uint32_t {
    KEEP_RUNNING = 0,
    GRACEFULLY_TERMINATE = 1,
    IMMEDIATELY_TERMINATE = 2
};

}  // namespace tt::tt_fabric

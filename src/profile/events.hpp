// What a full profile keeps of a core, event by event; tools read it once the run is over.
#pragma once

#include <cstdint>
#include <vector>

#include "device/observer.hpp"
#include "profile/cause.hpp"

namespace ironbird::profile {

struct KernelEvent {
    std::uint64_t start, end;
    const abi::Kernel* kernel;
    std::uint8_t processor;
};

struct MarkEvent {
    std::uint64_t cycle, data;
    const char* site;  // "name,file,line,tag" in the kernel's constants
    device::Mark mark;
    std::uint8_t processor;
};

struct StallEvent {
    std::uint64_t since, until;
    Cause cause;
    std::uint8_t processor;
    std::uint16_t cb;  // of CB waits
};

struct CbEvent {
    std::uint64_t cycle;
    std::uint16_t pages;
    std::uint8_t cb;
    bool push;
};

struct NocEvent {
    enum class What : std::uint8_t { transfer, read_barrier, write_barrier, flush, atomic_barrier };
    std::uint64_t cycle;   // of the issue; of a barrier's end
    std::uint64_t waited;  // of a barrier
    std::uint32_t bytes;
    noc::Position to;
    noc::Corner first, last;  // of a multicast, as in the address
    What what;
    noc::Kind kind;
    std::uint8_t noc, vc, flags, processor;
};

// From here on the events of a core belong to this launch.
struct Segment {
    device::LaunchId launch;
    std::size_t kernels, marks, stalls, cbs, nocs;
};

struct Events {
    std::vector<Segment> segments;
    std::vector<KernelEvent> kernels;
    std::vector<MarkEvent> marks;
    std::vector<StallEvent> stalls;
    std::vector<CbEvent> cbs;
    std::vector<NocEvent> nocs;

    void begin(device::LaunchId launch) {
        segments.push_back(
            {launch, kernels.size(), marks.size(), stalls.size(), cbs.size(), nocs.size()});
    }
    // Drops what comes before a segment.
    void forget_before(std::size_t segment);
};

}  // namespace ironbird::profile

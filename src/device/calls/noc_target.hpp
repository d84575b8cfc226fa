// Which tile and memory a NoC address names, checked before anything leaves the core.
#pragma once

#include "device/calls/call.hpp"
#include "noc/address.hpp"

namespace ironbird::device {

// What a NoC address names: a tile, and for a multicast the corners of its rectangle; the tile is
// the last one then.
struct Target {
    noc::NodeId tile;
    noc::Position at;
    noc::Corner first, last;
    bool dram;
};

// Faults when the address names no tile, or the range runs out of the tile's memory.
Target resolve(Caller& c, noc::Address address, std::uint64_t size, const ib_noc& how);

// Faults when the local addresses of source and destination differ modulo the alignment.
void need_alignment(Caller& c, std::uint32_t alignment, std::uint32_t local, std::uint64_t remote,
                    std::uint32_t size, const char* what);

// Faults when the local side of a transfer is not in L1.
void need_local_range(Caller& c, std::uint32_t local, std::uint32_t size);

}  // namespace ironbird::device

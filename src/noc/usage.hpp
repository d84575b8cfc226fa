// What went over each link and into each DRAM bank: counters that reports read after a run.
#pragma once

#include <cstdint>
#include <vector>

#include "noc/history.hpp"
#include "noc/map.hpp"

namespace ironbird::noc {

// A link of a router: to its neighbour in x or y (up on NoC 0, down on NoC 1), or from or to its
// node.
enum class Way : std::uint8_t { inject, x, y, eject };

// What one link has carried.
struct LinkUse {
    std::uint8_t noc;
    Position from;  // the router
    Way way;
    std::uint64_t bytes;  // payload
    Cycles busy;
    History over;  // bytes over time, if it was asked for
};

// What one DRAM bank has read and written.
struct BankUse {
    std::uint64_t read_bytes = 0, written_bytes = 0;
    Cycles busy{};
    History over{};  // bytes over time, if it was asked for
};

// All links and banks of a chip since it was made.
struct Usage {
    std::vector<LinkUse> links;  // those that carried anything, by NoC, row, column, way
    std::vector<BankUse> banks;  // all, by number
};

}  // namespace ironbird::noc

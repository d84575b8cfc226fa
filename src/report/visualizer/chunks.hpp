// Where the parts of a buffer lie, bank by bank.
#pragma once

#include <vector>

#include "report/visualizer/run_memory.hpp"

namespace ironbird::report {

struct Chunk {
    std::uint32_t bank = 0, x = 0, y = 0;
    std::uint64_t bytes = 0, pages = 0;
};

// Pages of an interleaved buffer go round its banks; of a sharded one each core holds its part.
// Banks of L1 are cores row by row, banks of DRAM have their number for an x.
std::vector<Chunk> chunks_of(const MemoryChip& chip, const MemoryBuffer& buffer);

}  // namespace ironbird::report

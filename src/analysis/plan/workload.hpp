// What is planned for: sums of B tiles on every A tile, as one core sees it.
#pragma once

#include <cstdint>
#include <string>

namespace ironbird::analysis {

struct Workload {
    std::string name;
    std::uint32_t a_tiles = 1;  // of a device: S
    std::uint32_t b_tiles = 1;  // R; all of them are added to each A tile
    std::uint32_t tile_bytes = 4096;
    std::uint32_t cores = 1;  // that share the A tiles
    std::uint64_t l1_buffer_bytes = 0, kernel_bytes = 0;

    std::uint32_t share() const { return (a_tiles + cores - 1) / cores; }
};

}  // namespace ironbird::analysis

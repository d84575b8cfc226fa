// Where a buffer lives and how it is cut into shards; kernels include it too.
#pragma once

#include <cstdint>

namespace tt::tt_metal {

enum class TensorMemoryLayout {
    INTERLEAVED = 0,
    HEIGHT_SHARDED = 2,
    WIDTH_SHARDED = 3,
    BLOCK_SHARDED = 4,
    ND_SHARDED = 5,  // a pattern that none of the 2D layouts can express
};

enum class ShardOrientation { ROW_MAJOR = 0, COL_MAJOR = 1 };

enum class ShardDistributionStrategy {
    ROUND_ROBIN_1D = 0,  // shard i goes to core i modulo the number of cores
    GRID_2D = 1,         // a grid of shards lies on the grid of cores
    CONTIGUOUS_1D = 2,   // each core takes an equal run of neighbouring shards
};

enum class BufferType { DRAM, L1, SYSTEM_MEMORY, L1_SMALL, TRACE };

}  // namespace tt::tt_metal

// Elements of a tensor that another one names along a dimension.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

namespace operations::data_movement {

// How gather is done; docs/gather.md says what each costs. Without one, the operation takes what it
// estimates to be fastest.
enum class GatherVariant : std::uint8_t {
    // Tiles
    SINGLE_CORE,        // rows of tiles over cores, each kept whole
    MULTI_CORE,         // every index tile sees every tile of its row
    ONE_BARRIER,        // the same, as many tiles as fit behind one barrier
    SPARSE_BITMAP,      // the same, only tiles that an index tile needs are scanned
    L1_BLOCKS,          // all of a core's indices see large blocks of the row
    ROW_OWNER,          // a core has a logical row in L1
    DIRECT_READS,       // an element, a read
    PARTITIONED_L1,     // the row lies over the cores, which read from each other
    MULTICAST,          // one stream for all cores, every index tile sees all of it
    MULTICAST_BUCKETS,  // one stream for all cores, indices sorted by tile
    // Sticks
    ROW_MAJOR_SINGLE_CORE,  // rows over cores
    ROW_MAJOR_MULTI_CORE,   // columns of the index over cores, every one reads the stick
    ROW_MAJOR_MULTICAST,    // columns of the index over cores, the stick is multicast
};

}  // namespace operations::data_movement

// out[i][j] = input[i][index[i][j]] for the last dimension, likewise for others. The index may be
// smaller than the input in every dimension but `dim`. An index beyond the end takes the last
// element; with watcher or check it stops the kernel.
Tensor gather(
    const Tensor& input_tensor, std::int8_t dim, const Tensor& input_index_tensor,
    bool sparse_grad = false,
    const std::optional<tt::tt_metal::MemoryConfig>& memory_config = std::nullopt,
    std::optional<Tensor> optional_output_tensor = std::nullopt,
    const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt,
    const std::optional<operations::data_movement::GatherVariant>& variant = std::nullopt);

}  // namespace ttnn

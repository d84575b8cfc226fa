// How softmax is told to divide its work.
#pragma once

#include <cstddef>
#include <tt-metalium/core_coord.hpp>
#include <variant>

namespace ttnn {

struct SoftmaxDefaultProgramConfig {};

// One shard a core: in tiles.
struct SoftmaxShardedMultiCoreProgramConfig {
    tt::tt_metal::CoreCoord compute_with_storage_grid_size;
    std::size_t subblock_w{};
    std::size_t block_h{};
    std::size_t block_w{};
};

using SoftmaxProgramConfig =
    std::variant<SoftmaxDefaultProgramConfig, SoftmaxShardedMultiCoreProgramConfig>;

}  // namespace ttnn

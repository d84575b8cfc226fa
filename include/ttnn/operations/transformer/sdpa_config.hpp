// How attention is cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tt-metalium/core_coord.hpp>

namespace ttnn::operations::transformer {

// Chunks are so many rows of queries and of keys that are worked on at a time: whole tiles.
struct SDPAProgramConfig {
    tt::tt_metal::CoreCoord compute_with_storage_grid_size;
    std::optional<tt::tt_metal::CoreRangeSet> sub_core_grids;
    std::size_t q_chunk_size = 0;
    std::size_t k_chunk_size = 0;
    std::optional<bool> exp_approx_mode;
    std::uint32_t max_cores_per_head_batch = 16;
};

// How a paged cache is seen whose memory was allocated for another shape.
struct PagedCacheGeometryOverride {
    std::uint32_t block_size = 0;
    std::uint32_t num_kv_heads = 0;

    [[nodiscard]] bool active() const { return block_size != 0 || num_kv_heads != 0; }
};

}  // namespace ttnn::operations::transformer

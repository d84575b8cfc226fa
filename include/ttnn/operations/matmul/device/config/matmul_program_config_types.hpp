// How the program of a product is to be cut.
#pragma once

#include <cstddef>
#include <optional>
#include <tt-metalium/core_coord.hpp>
#include <variant>

#include "ttnn/operations/eltwise/unary/common/unary_op_types.hpp"

namespace ttnn::operations::matmul {

using OptionalActivation = std::optional<unary::UnaryWithParam>;
using OptionalCores = std::optional<tt::tt_metal::CoreRangeSet>;

struct MatmulMultiCoreProgramConfig {
    OptionalCores allowed_worker_cores = std::nullopt;
};

struct MatmulMultiCoreReuseProgramConfig {
    tt::tt_metal::CoreCoord compute_with_storage_grid_size;
    std::size_t in0_block_w{};
    std::size_t out_subblock_h{};
    std::size_t out_subblock_w{};
    std::size_t per_core_M{};
    std::size_t per_core_N{};
    OptionalCores allowed_worker_cores = std::nullopt;
};

struct MatmulMultiCoreReuseMultiCastProgramConfig {
    tt::tt_metal::CoreCoord compute_with_storage_grid_size;
    std::size_t in0_block_w{};
    std::size_t out_subblock_h{};
    std::size_t out_subblock_w{};
    std::size_t out_block_h{};
    std::size_t out_block_w{};
    std::size_t per_core_M{};
    std::size_t per_core_N{};
    bool transpose_mcast{};
    OptionalActivation fused_activation;
    bool fuse_batch = true;
    OptionalCores allowed_worker_cores = std::nullopt;
};

struct MatmulMultiCoreReuseMultiCast1DProgramConfig {
    tt::tt_metal::CoreCoord compute_with_storage_grid_size;
    std::size_t in0_block_w{};
    std::size_t out_subblock_h{};
    std::size_t out_subblock_w{};
    std::size_t out_block_h{};
    std::size_t out_block_w{};
    std::size_t per_core_M{};
    std::size_t per_core_N{};
    bool fuse_batch{};
    OptionalActivation fused_activation;
    bool mcast_in0{};
    bool gather_in0{};
    tt::tt_metal::CoreRangeSet hop_cores;
    std::size_t num_global_cb_receivers{};
    bool untilize_out{};
    OptionalCores allowed_worker_cores = std::nullopt;
    bool stream_in1 = false;
};

struct MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig {
    std::size_t in0_block_w{};
    std::size_t per_core_M{};
    std::size_t per_core_N{};
    OptionalActivation fused_activation;
};

struct MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig {
    std::size_t in0_block_w{};
    std::size_t per_core_M{};
    std::size_t per_core_N{};
    OptionalActivation fused_activation;
};

using MatmulProgramConfig =
    std::variant<MatmulMultiCoreProgramConfig, MatmulMultiCoreReuseProgramConfig,
                 MatmulMultiCoreReuseMultiCastProgramConfig,
                 MatmulMultiCoreReuseMultiCast1DProgramConfig,
                 MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig,
                 MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig>;

}  // namespace ttnn::operations::matmul

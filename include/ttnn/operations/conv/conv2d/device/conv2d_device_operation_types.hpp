// What callers say about how a convolution is done.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/eltwise/unary/common/unary_op_types.hpp"
#include "ttnn/operations/sliding_window/op_slicing/op_slicing.hpp"
#include "ttnn/operations/sliding_window/sliding_window.hpp"
#include "ttnn/types.hpp"

namespace ttnn::prim {

using Conv2dSliceConfig = operations::op_slicing::Op2DSliceConfig;

// weights_dtype, activation, output_layout and padding_mode say what comes out. The others say how
// shards and circular buffers are laid out: they are taken and change nothing, since windows are
// gathered in DRAM and the product chooses its own blocks.
struct Conv2dConfig {
    std::optional<DataType> weights_dtype = std::nullopt;  // that of the weights otherwise
    std::optional<operations::unary::UnaryWithParam> activation = std::nullopt;
    bool deallocate_activation = false;
    bool reallocate_halo_output = true;
    bool config_tensors_in_dram = false;
    std::uint32_t act_block_h_override = 0;
    std::uint32_t act_block_w_div = 1;
    bool reshard_if_not_optimal = false;
    bool override_sharding_config = false;
    std::optional<TensorMemoryLayout> shard_layout = std::nullopt;
    std::optional<CoreRangeSet> core_grid = std::nullopt;
    bool transpose_shards = false;
    Layout output_layout = Layout::TILE;
    bool enable_act_double_buffer = false;
    bool enable_weights_double_buffer = false;
    bool full_inner_dim = false;
    std::optional<bool> enable_kernel_stride_folding = std::nullopt;
    bool enable_activation_reuse = false;
    std::optional<bool> force_split_reader = std::nullopt;
    bool override_output_sharding_config = false;
    operations::sliding_window::PaddingMode padding_mode =
        operations::sliding_window::PaddingMode::Zeros;
};

}  // namespace ttnn::prim

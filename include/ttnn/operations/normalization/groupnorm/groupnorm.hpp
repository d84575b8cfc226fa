// Normalisation of groups of channels.
#pragma once

#include <optional>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// [n, 1, h w, c]: each of num_groups groups of channels of each sample has its mean taken off and
// is divided by the root of its variance + epsilon. Weight and bias have an element for each
// channel, as rows of 32, in which the channels of a column of cores begin a row. Masks,
// reciprocals and numbers of blocks say how upstream's programs work; they change nothing here.
Tensor group_norm(const Tensor& input_tensor, int num_groups, float epsilon,
                  const std::optional<Tensor>& input_mask = std::nullopt,
                  const std::optional<Tensor>& weight = std::nullopt,
                  const std::optional<Tensor>& bias = std::nullopt,
                  const std::optional<Tensor>& reciprocals = std::nullopt,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt,
                  std::optional<DataType> dtype = std::nullopt,
                  std::optional<CoreGrid> core_grid = std::nullopt,
                  std::optional<bool> inplace = std::nullopt,
                  std::optional<Layout> output_layout = std::nullopt,
                  std::optional<int> num_out_blocks = std::nullopt,
                  std::optional<DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
                  const std::optional<Tensor>& negative_mask = std::nullopt,
                  bool use_welford = false);

}  // namespace ttnn

// Every device gets the tensors of all, one after the other along a dimension.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor all_gather(const Tensor& input_tensor, int32_t dim,
                  std::optional<uint32_t> cluster_axis = std::nullopt,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt,
                  const std::optional<Tensor>& persistent_output_tensor = std::nullopt,
                  const std::optional<tt::tt_metal::SubDeviceId>& subdevice_id = std::nullopt,
                  const std::optional<CoreRangeSet>& sub_core_grid = std::nullopt,
                  std::optional<uint32_t> num_links = std::nullopt,
                  std::optional<ccl::Topology> topology = std::nullopt,
                  std::optional<uint32_t> chunks_per_sync = std::nullopt,
                  std::optional<uint32_t> num_workers_per_link = std::nullopt,
                  std::optional<uint32_t> num_buffers_per_channel = std::nullopt,
                  bool use_l1_small_for_semaphores = false);

}  // namespace ttnn

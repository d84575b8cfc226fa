// Every device gets the sum of the tensors of all.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor all_reduce(const Tensor& input_tensor, std::optional<uint32_t> cluster_axis = std::nullopt,
                  const std::optional<tt::tt_metal::SubDeviceId>& subdevice_id = std::nullopt,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt,
                  std::optional<uint32_t> num_links = std::nullopt,
                  std::optional<ccl::Topology> topology = std::nullopt);

}  // namespace ttnn

// Every device gets the tensor of one.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

Tensor broadcast(const Tensor& input_tensor, const MeshCoordinate& sender_coord,
                 std::optional<uint32_t> num_links = std::nullopt,
                 const std::optional<MemoryConfig>& memory_config = std::nullopt,
                 ccl::Topology topology = ccl::Topology::Linear,
                 std::optional<uint32_t> cluster_axis = std::nullopt,
                 std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt);

}  // namespace ttnn

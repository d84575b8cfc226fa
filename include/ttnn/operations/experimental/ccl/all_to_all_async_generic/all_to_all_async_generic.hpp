// Every device cuts its tensor into a part for each, and puts together the parts that it gets.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

// Cut along out_dim, put together along in_dim, in the order of the devices.
Tensor all_to_all_async_generic(
    const Tensor& input_tensor, int32_t in_dim, int32_t out_dim,
    const std::optional<Tensor>& persistent_output_buffer = std::nullopt,
    std::optional<uint32_t> num_links = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<ccl::Topology> topology = std::nullopt,
    std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt,
    std::optional<uint32_t> cluster_axis = std::nullopt);

}  // namespace ttnn::experimental

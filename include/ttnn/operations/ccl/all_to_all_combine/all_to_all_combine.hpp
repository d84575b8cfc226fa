// What experts made of tokens goes back to the devices that the tokens are from.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Results [experts of a device, b * N, s, H] and the metadata of all_to_all_dispatch become
// [K, b, s, H]: row k is what expert k of the token made. locally_reduced: a device has one row for
// all of its experts, which becomes the row of the first of them; the others are not written.
Tensor all_to_all_combine(
    const Tensor& input_tensor, const Tensor& expert_mapping_tensor,
    const Tensor& expert_metadata_tensor, bool locally_reduced = true,
    std::optional<uint32_t> num_links = std::nullopt,
    std::optional<tt::tt_fabric::Topology> topology = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<uint32_t>& axis = std::nullopt,
    const std::optional<uint32_t>& output_shard_dim = std::nullopt,
    const std::optional<tt::tt_metal::SubDeviceId>& subdevice_id = std::nullopt,
    const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn

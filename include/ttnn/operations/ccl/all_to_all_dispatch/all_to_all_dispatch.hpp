// Tokens go to the devices that hold their experts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Tokens [b, s, 1, H] and the experts chosen for them [b, s, 1, K] become, with N devices on the
// line, [1, b * N, s, H] and [1, b * N, s, K] (output_concat_dim 2: [1, b, s * N, ...]). Rows of
// tokens none of whose experts are on a device are not written there; the experts are complete.
// expert_mapping_tensor is [1, 1, E, devices], with a 1 where a device holds an expert.
std::array<Tensor, 2> all_to_all_dispatch(
    const Tensor& input_tensor, const Tensor& expert_indices_tensor,
    const Tensor& expert_mapping_tensor, std::optional<uint32_t> axis = std::nullopt,
    const std::optional<std::array<Tensor, 2>>& optional_output_tensors = std::nullopt,
    std::optional<uint32_t> num_links = std::nullopt,
    std::optional<tt::tt_fabric::Topology> topology = std::nullopt,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    const std::optional<tt::tt_metal::SubDeviceId>& subdevice_id = std::nullopt,
    const std::optional<uint32_t>& output_concat_dim = std::nullopt);

}  // namespace ttnn

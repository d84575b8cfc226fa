// What operations ask of tensors.
#pragma once

#include <cstdint>
#include <optional>
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>
#include <tt_stl/optional_reference.hpp>

#include "ttnn/tensor/tensor.hpp"

namespace ttnn {

bool is_cpu_tensor(const Tensor& tensor);
bool is_device_tensor(const Tensor& tensor);

ttsl::optional_reference<const tt::tt_metal::MeshTensor> as_optional_mesh_tensor(
    const std::optional<Tensor>& opt);

// A circular buffer on top of the shards of a tensor; size 0 means a whole shard.
tt::tt_metal::CBDescriptor cb_descriptor_from_sharded_tensor(
    std::uint8_t cb_index, const Tensor& tensor, std::uint32_t address_offset = 0,
    std::uint32_t total_size = 0,
    const std::optional<tt::tt_metal::CoreRangeSet>& core_ranges = std::nullopt);
std::uint32_t get_cb_address(const tt::tt_metal::CBDescriptor& desc);

}  // namespace ttnn

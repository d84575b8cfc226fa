// What a reader of tensor files needs to restore layouts exactly as they were.
#pragma once

#include <optional>
#include <tt-metalium/tensor/spec/layout/tensor_layout.hpp>

namespace tt::tt_metal {

TensorLayout restore_tensor_layout_from_serialized(DataType dtype, const PageConfig& page_config,
                                                   const MemoryConfig& memory_config,
                                                   const Alignment& alignment);

// All five as given; nothing is derived or checked.
MemoryConfig create_memory_config_with_prepopulated_shard_specs(
    TensorMemoryLayout memory_layout, BufferType buffer_type, std::optional<ShardSpec> shard_spec,
    std::optional<NdShardSpec> nd_shard_spec, bool created_with_nd_shard_spec);

}  // namespace tt::tt_metal

// What a memory configuration holds.
#pragma once

#include <optional>
#include <tt-metalium/tensor/spec/memory_config/memory_config.hpp>

namespace tt::tt_metal {

class MemoryConfigImpl {
 public:
    TensorMemoryLayout memory_layout = TensorMemoryLayout::INTERLEAVED;
    BufferType buffer_type = BufferType::DRAM;
    std::optional<ShardSpec> shard_spec;
    std::optional<NdShardSpec> nd_shard_spec;
    bool created_with_nd_shard_spec = false;
    bool per_core_allocation = false;
};

}  // namespace tt::tt_metal

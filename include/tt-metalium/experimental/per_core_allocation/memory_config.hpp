// The flag that lets each core's shard lie at an address of its own.
#pragma once

namespace tt::tt_metal {
class MemoryConfig;

namespace experimental::per_core_allocation {

bool is_per_core_allocation(const MemoryConfig& memory_config);
// Only sharded L1 without NdShardSpec may have it. Buffers of that kind are not modelled: the
// configuration carries the flag, allocation refuses it.
void set_per_core_allocation(MemoryConfig& memory_config, bool enable);

}  // namespace experimental::per_core_allocation
}  // namespace tt::tt_metal

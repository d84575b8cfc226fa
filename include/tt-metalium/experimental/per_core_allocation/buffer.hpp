// Buffers whose shards lie at addresses of their own. None here does: what asks for it is refused.
#pragma once

#include <tt-metalium/buffer.hpp>
#include <tt-metalium/core_coord.hpp>
#include <unordered_map>

namespace tt::tt_metal::experimental::per_core_allocation {

bool is_per_core_allocation(const Buffer& buffer);
DeviceAddr get_per_core_address(const Buffer& buffer, CoreCoord core);
const std::unordered_map<CoreCoord, DeviceAddr>& get_per_core_addresses(const Buffer& buffer);
void copy_per_core_addresses(Buffer& dst, const Buffer& src);
// Of a buffer with one address on all cores: that one.
DeviceAddr get_shard_base_address(const Buffer& buffer, CoreCoord core);

BufferShardingArgs& set_per_core_allocation(BufferShardingArgs& args, bool enable);
bool is_per_core_allocation(const BufferShardingArgs& args);

}  // namespace tt::tt_metal::experimental::per_core_allocation

// Global circular buffers whose senders are DRAM cores; refused, since those run no programs here.
#pragma once

#include <cstdint>
#include <tt-metalium/global_circular_buffer.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal::experimental {

enum class SenderCoreType : uint8_t { Worker = 0, Dram = 1 };

GlobalCircularBuffer CreateGlobalCircularBufferForTensorPrefetcher(
    distributed::MeshDevice& device,
    const std::vector<std::pair<uint32_t, CoreRangeSet>>& bank_to_receivers, uint32_t size,
    BufferType buffer_type = BufferType::L1, bool support_multi_receiver_shards = false);

SenderCoreType sender_core_type(const GlobalCircularBuffer& global_circular_buffer);

}  // namespace tt::tt_metal::experimental

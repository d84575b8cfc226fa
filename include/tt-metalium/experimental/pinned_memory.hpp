// Host memory that devices reach over PCIe: this machine has none, so nothing can be pinned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tt-metalium/device_types.hpp>
#include <vector>

namespace tt::tt_metal {

class HostBuffer;

namespace distributed {
class MeshCoordinateRangeSet;
class MeshDevice;
class MeshEvent;
class ShardDataTransfer;
}  // namespace distributed

namespace experimental {

struct MemoryPinningParameters {
    std::uint32_t max_pins;  // 0: pinning is not offered
    std::uint64_t max_total_pin_size;
    bool can_map_to_noc;
};

class PinnedMemory {
 public:
    struct NocAddr {
        std::uint32_t pcie_xy_enc;
        std::uint64_t addr;
        ChipId device_id;
    };

    // Refused, so there is never one.
    static std::shared_ptr<PinnedMemory> Create(
        distributed::MeshDevice& mesh_device,
        const distributed::MeshCoordinateRangeSet& coordinate_range_set, HostBuffer& host_buffer,
        bool map_to_noc = false);

    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;

    void* get_host_ptr();
    const void* get_host_ptr() const;
    std::uint64_t get_device_addr(ChipId device_id) const;
    std::optional<NocAddr> get_noc_addr(ChipId device_id) const;
    std::size_t get_buffer_size() const;
    std::vector<ChipId> get_device_ids() const;
    bool has_device(ChipId device_id) const;
    bool usable_from_noc(ChipId device_id) const;
    void add_barrier_event(const distributed::MeshEvent& event);
    bool lock_may_block() const;
    void* lock();
    void unlock();

 private:
    PinnedMemory() = default;
};

MemoryPinningParameters GetMemoryPinningParameters(distributed::MeshDevice& mesh_device);
std::shared_ptr<PinnedMemory> HostBufferGetPinnedMemory(HostBuffer& host_buffer);
void HostBufferSetPinnedMemory(HostBuffer& host_buffer,
                               std::shared_ptr<PinnedMemory> pinned_memory);
const std::shared_ptr<PinnedMemory>& ShardDataTransferGetPinnedMemory(
    const distributed::ShardDataTransfer& shard_data_transfer);
void ShardDataTransferSetPinnedMemory(distributed::ShardDataTransfer& shard_data_transfer,
                                      std::shared_ptr<PinnedMemory> pinned_memory);

}  // namespace experimental
}  // namespace tt::tt_metal

// All allocatable memory of a device, or the L1 that belongs to one sub-device.
#pragma once

#include <memory>
#include <set>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/core_coord.hpp>
#include <vector>

#include "host/device/chip_layout.hpp"
#include "mem/allocator.hpp"

namespace ironbird::host {

inline Logical logical(const tt::tt_metal::CoreCoord& c) {
    return {static_cast<std::uint32_t>(c.x), static_cast<std::uint32_t>(c.y)};
}

// Throws not-modelled for SYSTEM_MEMORY.
mem::Kind kind_of(tt::tt_metal::BufferType type);

struct MemorySizes {
    std::size_t l1_small = 0, trace = 0, worker_l1 = 0;
};

class DeviceMemory {
 public:
    DeviceMemory(const ChipLayout& chip, const MemorySizes& sizes);
    // The lowest bytes of L1 for a sub-device.
    DeviceMemory(const DeviceMemory& whole, mem::Addr l1_bytes);

    const ChipLayout& chip() const { return chip_; }
    mem::Allocator& banks() { return banks_; }
    const mem::Allocator& banks() const { return banks_; }
    const std::unique_ptr<tt::tt_metal::Allocator>& face() const { return face_; }

    // Buffers that live here; they are told when the memory goes.
    std::set<tt::tt_metal::Buffer*>& buffers() { return buffers_; }
    void release_all();

    const std::vector<std::uint32_t>& banks_of(tt::tt_metal::BufferType type,
                                               const tt::tt_metal::CoreCoord& core) const;

 private:
    const ChipLayout& chip_;
    mem::Allocator banks_;
    std::unique_ptr<tt::tt_metal::Allocator> face_;
    std::set<tt::tt_metal::Buffer*> buffers_;
    std::vector<std::vector<std::uint32_t>> bank_ids_;  // {0}, {1}, … for references
};

}  // namespace ironbird::host

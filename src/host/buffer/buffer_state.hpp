// What a Buffer is made of.
#pragma once

#include <memory>
#include <optional>
#include <tt-metalium/buffer.hpp>

#include "host/buffer/call_site.hpp"
#include "host/buffer/device_memory.hpp"
#include "host/buffer/placement.hpp"

namespace ironbird::host {

struct DeviceState;

struct BufferState {
    tt::tt_metal::IDevice* device = nullptr;
    std::weak_ptr<DeviceState> device_state;
    std::shared_ptr<DeviceMemory> memory;
    std::optional<tt::tt_metal::SubDeviceId> sub_device;
    std::size_t unique_id = 0;

    tt::tt_metal::BufferType type{};
    tt::tt_metal::TensorMemoryLayout layout{};
    std::uint64_t size = 0, page_size = 0, address = 0;
    bool bottom_up = false;
    bool owner = false;
    bool allocated = false;
    CallSite made;  // of those that own their bytes

    std::optional<tt::tt_metal::ShardSpecBuffer> shard_spec;
    std::optional<tt::tt_metal::BufferDistributionSpec> distribution;

    std::shared_ptr<tt::tt_metal::Buffer> root;  // of a view
    std::uint64_t root_offset = 0;

    std::shared_ptr<const tt::tt_metal::BufferPageMapping> mapping;
    std::shared_ptr<const Placement> placement;
};

// Where the pages are; throws buffer-freed. Stays valid whatever happens to the buffer.
std::shared_ptr<const Placement> placement_of(const tt::tt_metal::Buffer& buffer);

// Of a sharded buffer.
std::vector<tt::tt_metal::CoreCoord> shard_cores(const BufferState& buffer);

// For whoever watches the chips: a buffer with bytes of its own came, or is about to go.
void tell_chips(const tt::tt_metal::Buffer& buffer, bool live);

// Throws buffer-size if the region is not inside the buffer.
void need_region(const tt::tt_metal::Buffer& buffer, const tt::tt_metal::BufferRegion& region);

}  // namespace ironbird::host

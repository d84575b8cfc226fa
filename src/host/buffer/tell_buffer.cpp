// Buffers as whoever watches the chips is told of them.
#include <algorithm>
#include <enchantum/enchantum.hpp>
#include <tt-metalium/buffer.hpp>

#include "host/buffer/buffer_state.hpp"
#include "host/device/device_state.hpp"
#include "host/device/machine.hpp"
#include "host/queue/runner.hpp"
#include "host/watchers.hpp"

namespace ironbird::host {
namespace {

using tt::tt_metal::Buffer;
using tt::tt_metal::CoreCoord;
using Extents = std::vector<device::BufferView::Extent>;

Extents extents_of(const Buffer& buffer) {
    const BufferState& s = buffer.state();
    const std::uint64_t end = s.address + buffer.aligned_size_per_bank();
    Extents extents;
    if (!buffer.is_dram()) {
        // The allocator keeps the same range free on every core, and kernels know.
        for (std::uint32_t core = 0; core < s.memory->chip().plan().tensix_cores(); core++)
            extents.push_back({core, s.address, end});
    } else if (is_sharded(s.layout)) {
        for (const CoreCoord& core : shard_cores(s))
            extents.push_back({static_cast<std::uint32_t>(core.x), s.address, end});
    } else {
        const auto where = placement_of(buffer);
        const std::uint64_t pages = buffer.num_pages(), banks = where->ring.size();
        for (std::uint64_t i = 0; i < std::min(pages, banks); i++)
            extents.push_back({where->ring[i], s.address,
                               s.address + (pages - i + banks - 1) / banks * where->stride});
    }
    return extents;
}

// The queues are those of the mesh that a chip is part of.
bool captures(const DeviceState& device) {
    const auto& queues = device.mesh != nullptr ? device.mesh->state().queues : device.queues;
    return std::ranges::any_of(queues, [](const auto& q) { return q->capturing().has_value(); });
}

}  // namespace

std::vector<CoreCoord> shard_cores(const BufferState& s) {
    if (s.distribution) return s.distribution->cores();
    return corerange_to_cores(s.shard_spec->grid());
}

void tell_chips(const Buffer& buffer, bool live) {
    const BufferState& s = buffer.state();
    const auto device = s.device_state.lock();
    if (device == nullptr || s.size == 0 || s.root != nullptr) return;
    const Watchers& watchers = device->machine().watchers();
    if (!watchers.tells_buffers()) return;
    const Extents extents = extents_of(buffer);
    std::vector<std::uint32_t> cores;
    if (!buffer.is_dram() && is_sharded(s.layout))
        for (const CoreCoord& core : shard_cores(s))
            cores.push_back(s.memory->chip().core_index(logical(core)));
    const std::string_view made =
        watchers.memory() != nullptr && live ? std::string_view(s.made.text()) : std::string_view();
    const device::BufferView view{.id = s.unique_id,
                                  .dram = buffer.is_dram(),
                                  .page_bytes = s.page_size,
                                  .stride = buffer.aligned_page_size(),
                                  .extents = extents,
                                  .type = mem::name(kind_of(s.type)),
                                  .layout = enchantum::to_string(s.layout),
                                  .address = s.address,
                                  .bytes = s.size,
                                  .bytes_per_bank = buffer.aligned_size_per_bank(),
                                  .cores = cores,
                                  .local = s.sub_device.has_value(),
                                  .made = made,
                                  .traced = !live && captures(*device)};
    for (Slot* slot : device->slots) device->machine().runner().tell_buffer(*slot, view, live);
}

}  // namespace ironbird::host

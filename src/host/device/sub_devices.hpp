// How a device's cores and L1 are divided at the moment.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tt-metalium/sub_device.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <vector>

#include "host/buffer/device_memory.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {

using tt::tt_metal::SubDeviceId;
using tt::tt_metal::SubDeviceManagerId;

// One division; the default one has a single sub-device with all cores.
struct Division {
    std::vector<tt::tt_metal::SubDevice> parts;
    std::vector<CoreMask> masks;
    std::vector<Logical> origins;
    std::vector<std::shared_ptr<DeviceMemory>> local;  // null without L1 of their own
    std::uint64_t local_l1_bytes = 0;
    std::vector<SubDeviceId> ids, stall_group;
};

class SubDevices {
 public:
    SubDevices(const ChipLayout& chip, const MemorySizes& sizes);

    SubDeviceManagerId create(std::span<const tt::tt_metal::SubDevice> parts,
                              std::uint64_t local_l1_bytes);
    void load(SubDeviceManagerId id);
    void clear() { load(default_id()); }
    void remove(SubDeviceManagerId id);
    SubDeviceManagerId active_id() const { return active_; }
    static SubDeviceManagerId default_id() { return SubDeviceManagerId{0}; }

    const Division& active() const { return *divisions_.at(*active_); }
    Division& active() { return *divisions_.at(*active_); }
    const std::shared_ptr<DeviceMemory>& memory() const { return memory_; }
    const tt::tt_metal::SubDevice& part(SubDeviceId id) const;

    // Cores of these sub-devices; of the stall group if there are none.
    CoreMask mask_of(std::span<const SubDeviceId> ids) const;
    std::optional<mem::Addr> lowest_l1(std::span<const SubDeviceId> ids) const;

 private:
    const ChipLayout& chip_;
    std::shared_ptr<DeviceMemory> memory_;
    std::map<std::uint64_t, std::unique_ptr<Division>> divisions_;
    SubDeviceManagerId active_ = default_id();
    std::uint64_t next_ = 1;
};

// Cores that have a place on some chip.
CoreMask mask_of(const tt::tt_metal::CoreRangeSet& cores);

}  // namespace ironbird::host

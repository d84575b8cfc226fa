// Sub-devices: their cores, their own L1, and switching between divisions.
#include "host/device/sub_devices.hpp"

#include <algorithm>

#include "base/require.hpp"

namespace ironbird::host {
namespace {

using tt::tt_metal::CoreRangeSet;
using tt::tt_metal::HalProgrammableCoreType;
using tt::tt_metal::SubDevice;

SubDevice all_cores(arch::Grid grid) {
    const CoreRangeSet all(tt::tt_metal::CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
    return SubDevice(std::span<const CoreRangeSet>(&all, 1));
}

void check_cores(const CoreRangeSet& cores, arch::Grid grid) {
    for (const auto& range : cores.ranges())
        require(range.end_coord.x < grid.x && range.end_coord.y < grid.y, Fault::core_range,
                "cores {} are outside the grid of {}x{}", range, grid.x, grid.y);
}

std::unique_ptr<Division> divide(std::span<const SubDevice> parts, arch::Grid grid) {
    auto d = std::make_unique<Division>();
    CoreMask taken;
    for (const SubDevice& part : parts) {
        const CoreRangeSet& cores = part.cores(HalProgrammableCoreType::TENSIX);
        check_cores(cores, grid);
        const CoreMask mask = mask_of(cores);
        require((mask & taken).none(), Fault::sub_device,
                "sub-device cores {} overlap with another sub-device", cores);
        taken |= mask;
        d->parts.push_back(part);
        d->masks.push_back(mask);
        d->origins.push_back(cores.empty() ? Logical{} : logical(cores.bounding_box().start_coord));
        d->ids.push_back(SubDeviceId{static_cast<std::uint8_t>(d->ids.size())});
    }
    d->stall_group = d->ids;
    d->local.resize(d->parts.size());
    return d;
}

}  // namespace

CoreMask mask_of(const CoreRangeSet& cores) {
    CoreMask mask;
    for (const auto& range : cores.ranges())
        for (auto core : range) mask.set(place_of(logical(core)));
    return mask;
}

SubDevices::SubDevices(const ChipLayout& chip, const MemorySizes& sizes)
    : chip_(chip), memory_(std::make_shared<DeviceMemory>(chip, sizes)) {
    const SubDevice whole = all_cores(chip.compute_grid());
    divisions_[*default_id()] = divide({&whole, 1}, chip.compute_grid());
}

SubDeviceManagerId SubDevices::create(std::span<const SubDevice> parts, std::uint64_t local_bytes) {
    require(!parts.empty(), Fault::sub_device, "a division needs at least one sub-device");
    auto d = divide(parts, chip_.compute_grid());
    const auto& config = memory_->banks().config();
    const std::uint64_t aligned =
        (local_bytes + config.l1_alignment - 1) / config.l1_alignment * config.l1_alignment;
    require(aligned <= config.l1_bytes - config.l1_base - config.l1_small_bytes, Fault::sub_device,
            "{} bytes of L1 for sub-devices are more than there is", aligned);
    d->local_l1_bytes = aligned;
    if (aligned != 0)
        for (auto& local : d->local) local = std::make_shared<DeviceMemory>(*memory_, aligned);
    divisions_[next_] = std::move(d);
    return SubDeviceManagerId{next_++};
}

void SubDevices::load(SubDeviceManagerId id) {
    require(divisions_.contains(*id), Fault::unknown_handle, "there is no sub-device manager {}",
            *id);
    if (id == active_) return;
    memory_->banks().restore(mem::Kind::l1);
    Division& next = *divisions_.at(*id);
    if (next.local_l1_bytes != 0 && !memory_->banks().shrink(mem::Kind::l1, next.local_l1_bytes)) {
        if (active().local_l1_bytes != 0)
            memory_->banks().shrink(mem::Kind::l1, active().local_l1_bytes);
        refuse(Fault::sub_device,
               "the {} lowest bytes of L1 are in use and cannot go to sub-devices",
               next.local_l1_bytes);
    }
    for (auto& local : active().local)
        if (local) local->release_all();
    active_ = id;
}

void SubDevices::remove(SubDeviceManagerId id) {
    require(id != default_id(), Fault::sub_device,
            "the default sub-device manager cannot be removed");
    require(id != active_, Fault::sub_device, "sub-device manager {} is loaded", *id);
    require(divisions_.erase(*id) == 1, Fault::unknown_handle, "there is no sub-device manager {}",
            *id);
}

const SubDevice& SubDevices::part(SubDeviceId id) const {
    require(*id < active().parts.size(), Fault::unknown_handle,
            "there is no sub-device {}: there are {}", static_cast<int>(*id),
            active().parts.size());
    return active().parts[*id];
}

CoreMask SubDevices::mask_of(std::span<const SubDeviceId> ids) const {
    CoreMask mask;
    for (SubDeviceId id : ids.empty() ? std::span<const SubDeviceId>(active().stall_group) : ids) {
        part(id);
        mask |= active().masks[*id];
    }
    return mask;
}

std::optional<mem::Addr> SubDevices::lowest_l1(std::span<const SubDeviceId> ids) const {
    std::optional<mem::Addr> lowest = memory_->banks().lowest_occupied(mem::Kind::l1);
    for (SubDeviceId id : ids.empty() ? std::span<const SubDeviceId>(active().ids) : ids) {
        const auto& local = active().local.at(*id);
        if (local == nullptr) continue;
        const auto own = local->banks().lowest_occupied(mem::Kind::l1);
        if (own) lowest = lowest ? std::min(*lowest, *own) : *own;
    }
    return lowest;
}

}  // namespace ironbird::host

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;

SubDevice::SubDevice(ttsl::Span<const CoreRangeSet> cores) {
    require(cores.size() <= cores_.size(), Fault::sub_device, "{} kinds of cores are more than {}",
            cores.size(), cores_.size());
    for (size_t i = 0; i < cores.size(); i++) {
        require(i == 0 || cores[i].empty(), Fault::not_modelled,
                "only Tensix cores are modelled in sub-devices");
        cores_[i] = cores[i];
    }
}

const CoreRangeSet& SubDevice::cores(HalProgrammableCoreType core_type) const {
    return cores_.at(static_cast<size_t>(core_type));
}

bool SubDevice::has_core_type(HalProgrammableCoreType core_type) const {
    return !cores(core_type).empty();
}

uint32_t SubDevice::num_cores(HalProgrammableCoreType core_type) const {
    return cores(core_type).num_cores();
}

}  // namespace tt::tt_metal

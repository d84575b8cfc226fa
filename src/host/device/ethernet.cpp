// IDevice: Ethernet channels, and which of them lead to another device.
#include <algorithm>
#include <tt-metalium/device.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace {

// Upstream numbers an Ethernet core (0, channel).
CoreCoord core_of(std::uint32_t channel) {
    return {0, channel};
}

std::uint8_t channel_of(const arch::Product& product, const CoreCoord& core) {
    require(core.x == 0 && core.y < product.ethernet.links, Fault::core_range,
            "there is no Ethernet core ({},{}): {} has (0,0) to (0,{})", core.x, core.y,
            product.name, product.ethernet.links - 1);
    return static_cast<std::uint8_t>(core.y);
}

// The other end of a channel; nothing if no cable is in it.
std::optional<arch::LinkEnd> peer(const DeviceState& state, std::uint32_t channel) {
    const arch::Cluster& cluster = Machine::get().cluster();
    const std::uint32_t device = state.slots.front()->id;
    if (device >= cluster.devices()) return std::nullopt;
    return cluster.peer({static_cast<std::uint16_t>(device), static_cast<std::uint8_t>(channel)});
}

template <class Wanted>
std::unordered_set<CoreCoord> channels(const DeviceState& state, Wanted wanted) {
    std::unordered_set<CoreCoord> found;
    for (std::uint32_t c = 0; c < state.chip().product().ethernet.links; c++)
        if (wanted(peer(state, c).has_value())) found.insert(core_of(c));
    return found;
}

}  // namespace

// Nothing is reserved: dispatch to a chip behind another one takes no channel of its own here.
std::unordered_set<CoreCoord> IDevice::get_active_ethernet_cores(bool) const {
    return channels(*state_, [](bool joined) { return joined; });
}

std::unordered_set<CoreCoord> IDevice::get_inactive_ethernet_cores() const {
    return channels(*state_, [](bool joined) { return !joined; });
}

bool IDevice::is_active_ethernet_core(CoreCoord logical_core, bool) const {
    return get_active_ethernet_cores().contains(logical_core);
}

bool IDevice::is_inactive_ethernet_core(CoreCoord logical_core) const {
    return get_inactive_ethernet_cores().contains(logical_core);
}

std::vector<CoreCoord> IDevice::get_ethernet_sockets(ChipId connected_chip_id) const {
    std::vector<CoreCoord> found;
    for (std::uint32_t c = 0; c < state_->chip().product().ethernet.links; c++)
        if (const auto end = peer(*state_, c); end && end->device == connected_chip_id)
            found.push_back(core_of(c));
    return found;
}

CoreCoord IDevice::ethernet_core_from_logical_core(const CoreCoord& logical_core) const {
    const arch::Product& product = state_->chip().product();
    const Virtual v = arch::ethernet_virtual(product, channel_of(product, logical_core));
    return {v.x, v.y};
}

CoreCoord IDevice::logical_core_from_ethernet_core(const CoreCoord& core) const {
    const arch::Product& product = state_->chip().product();
    const auto channel = arch::ethernet_channel(
        product, {static_cast<std::uint32_t>(core.x), static_cast<std::uint32_t>(core.y)});
    require(channel.has_value(), Fault::core_range, "({},{}) is no Ethernet core of {}", core.x,
            core.y, product.name);
    return core_of(*channel);
}

std::vector<CoreCoord> IDevice::ethernet_cores_from_logical_cores(
    const std::vector<CoreCoord>& cores) const {
    std::vector<CoreCoord> all;
    for (const CoreCoord& c : cores) all.push_back(ethernet_core_from_logical_core(c));
    return all;
}

std::tuple<ChipId, CoreCoord> IDevice::get_connected_ethernet_core(CoreCoord eth_core) const {
    const auto end = peer(*state_, channel_of(state_->chip().product(), eth_core));
    require(end.has_value(), Fault::core_range, "Ethernet core (0,{}) leads to no other device",
            eth_core.y);
    return {static_cast<ChipId>(end->device), core_of(end->channel)};
}

const std::set<CoreCoord>& IDevice::ethernet_cores() const {
    static std::map<const arch::Product*, std::set<CoreCoord>> by_product;
    Lock lock;
    std::set<CoreCoord>& all = by_product[&state_->chip().product()];
    if (all.empty())
        for (std::uint32_t c = 0; c < state_->chip().product().ethernet.links; c++)
            all.insert(core_of(c));
    return all;
}

}  // namespace tt::tt_metal

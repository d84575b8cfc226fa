// IDevice: figures of the chip and its coordinate systems.
#include <fmt/format.h>

#include <algorithm>
#include <tt-metalium/device.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/kernel_types.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace {

CoreCoord coord(arch::Grid grid) {
    return {grid.x, grid.y};
}

tt::ARCH arch_of(arch::Family family) {
    constexpr tt::ARCH kNames[] = {tt::ARCH::GRAYSKULL, tt::ARCH::WORMHOLE_B0, tt::ARCH::BLACKHOLE};
    return kNames[static_cast<int>(family)];
}

arch::Tile tile_at(const arch::Floorplan& plan, const CoreCoord& c) {
    return plan.at(static_cast<uint32_t>(c.x), static_cast<uint32_t>(c.y));
}

uint32_t noc_word(const CoreCoord& c) {
    return static_cast<uint32_t>(c.y << 6 | c.x);
}

// The nearest worker to an endpoint that no other bank has.
CoreCoord nearest_free(const ChipLayout& chip, const arch::DramBank& bank, uint32_t noc,
                       std::vector<CoreCoord>& taken) {
    const arch::Grid grid = chip.compute_grid();
    const arch::Floorplan& plan = chip.plan();
    CoreCoord best;
    uint32_t best_hops = ~0u;
    for (uint32_t y = 0; y < grid.y; y++)
        for (uint32_t x = 0; x < grid.x; x++) {
            const CoreCoord c(x, y);
            if (std::find(taken.begin(), taken.end(), c) != taken.end()) continue;
            const uint32_t hops = plan.hops(bank.endpoint[noc], plan.to_physical({x, y}), noc);
            if (hops < best_hops) best = c, best_hops = hops;
        }
    taken.push_back(best);
    return best;
}

}  // namespace

tt::ARCH IDevice::arch() const {
    return arch_of(state_->chip().product().family);
}
int IDevice::num_dram_channels() const {
    return static_cast<int>(state_->chip().product().dram.size());
}
uint32_t IDevice::l1_size_per_core() const {
    return state_->chip().product().memory.l1_bytes;
}
int IDevice::get_clock_rate_mhz() const {
    return static_cast<int>(state_->chip().product().clock_mhz);
}
CoreCoord IDevice::grid_size() const {
    return coord(state_->chip().product().noc_grid);
}
CoreCoord IDevice::logical_grid_size() const {
    return coord(state_->chip().product().tensix_grid());
}
CoreCoord IDevice::dram_grid_size() const {
    return {state_->chip().product().dram.size(), 1};
}

uint32_t IDevice::dram_size_per_channel() const {
    return static_cast<uint32_t>(state_->chip().product().memory.dram_bank_bytes);
}

CoreCoord IDevice::compute_with_storage_grid_size() const {
    return coord(state_->chip().compute_grid());
}

CoreCoord IDevice::worker_core_from_logical_core(const CoreCoord& logical_core) const {
    if (!state_->chip().plan().contains(logical(logical_core)))
        throw Error(
            Fault::core_range,
            fmt::format("there is no core ({},{})", logical_core.x, logical_core.y), {},
            fmt::format("the chip has {} by {}", logical_grid_size().x, logical_grid_size().y));
    const Virtual v = state_->chip().plan().to_virtual(logical(logical_core));
    return {v.x, v.y};
}

std::vector<CoreCoord> IDevice::worker_cores_from_logical_cores(
    const std::vector<CoreCoord>& cores) const {
    std::vector<CoreCoord> all;
    for (const CoreCoord& c : cores) all.push_back(worker_core_from_logical_core(c));
    return all;
}

CoreCoord IDevice::virtual_core_from_logical_core(const CoreCoord& c, const CoreType& type) const {
    if (type == CoreType::WORKER || type == CoreType::TENSIX)
        return worker_core_from_logical_core(c);
    if (type == CoreType::ETH) return ethernet_core_from_logical_core(c);
    require(type == CoreType::DRAM, Fault::not_modelled, "cores of this kind are not modelled");
    require(c.x < state_->chip().product().dram.size(), Fault::host_argument,
            "there is no DRAM bank {}", c.x);
    const Physical at = state_->chip().product().dram[c.x].endpoint[0];
    return {at.x, at.y};
}

// Translated coordinates are the same from both NoCs.
CoreCoord IDevice::virtual_noc0_coordinate(uint8_t, CoreCoord c) const {
    return c;
}

uint32_t IDevice::get_noc_unicast_encoding(uint8_t, const CoreCoord& core) const {
    return noc_word(core);
}

// Start corner above the end corner; NoC 1 walks the other way.
uint32_t IDevice::get_noc_multicast_encoding(uint8_t noc_index, const CoreRange& cores) const {
    const uint32_t start = noc_word(cores.start_coord), end = noc_word(cores.end_coord);
    return noc_index == 0 ? start << 12 | end : end << 12 | start;
}

CoreCoord IDevice::logical_core_from_dram_channel(uint32_t channel) const {
    require(channel < state_->chip().product().dram.size(), Fault::host_argument,
            "there is no DRAM channel {}", channel);
    return {channel, 0};
}

uint32_t IDevice::dram_channel_from_logical_core(const CoreCoord& core) const {
    require(core.x < state_->chip().product().dram.size() && core.y == 0, Fault::host_argument,
            "core ({},{}) is no DRAM bank", core.x, core.y);
    return static_cast<uint32_t>(core.x);
}

uint32_t IDevice::dram_channel_from_virtual_core(const CoreCoord& core) const {
    for (uint32_t bank = 0; bank < state_->chip().product().dram.size(); bank++)
        for (const Physical& at : state_->chip().product().dram[bank].endpoint)
            if (at.x == core.x && at.y == core.y) return bank;
    refuse(Fault::host_argument, "core ({},{}) is the endpoint of no DRAM bank", core.x, core.y);
}

std::vector<CoreCoord> IDevice::get_optimal_dram_bank_to_logical_worker_assignment(NOC noc) {
    std::vector<CoreCoord> workers;
    for (const arch::DramBank& bank : state_->chip().product().dram)
        nearest_free(state_->chip(), bank, noc, workers);
    return workers;
}

HalProgrammableCoreType IDevice::get_programmable_core_type(CoreCoord virtual_core) const {
    const arch::TileKind kind = tile_at(state_->chip().plan(), virtual_core).kind;
    if (kind == arch::TileKind::tensix) return HalProgrammableCoreType::TENSIX;
    if (kind == arch::TileKind::dram) return HalProgrammableCoreType::DRAM;
    const CoreCoord logical = logical_core_from_ethernet_core(virtual_core);
    return is_active_ethernet_core(logical) ? HalProgrammableCoreType::ACTIVE_ETH
                                            : HalProgrammableCoreType::IDLE_ETH;
}

HalMemType IDevice::get_mem_type_of_core(CoreCoord virtual_core) const {
    const bool dram = tile_at(state_->chip().plan(), virtual_core).kind == arch::TileKind::dram;
    return dram ? HalMemType::DRAM : HalMemType::L1;
}

// Dispatch cores are not modelled as such; they are the ones that the grid leaves out.
CoreCoord IDevice::virtual_program_dispatch_core(uint8_t cq_id) const {
    const CoreCoord all = logical_grid_size();
    return worker_core_from_logical_core({cq_id % all.x, all.y - 1});
}

const std::set<CoreCoord>& IDevice::storage_only_cores() const {
    static const std::set<CoreCoord> none;
    return none;
}

namespace hal {
namespace {

const arch::Product& product(std::string_view function) {
    return Machine::get().only_chip(function).product();
}

}  // namespace

tt::ARCH get_arch() {
    return arch_of(product("hal::get_arch").family);
}
std::string get_arch_name() {
    return std::string(arch::name(product("hal::get_arch_name").family));
}
uint32_t get_l1_size() {
    return product("hal::get_l1_size").memory.l1_bytes;
}
uint32_t get_dram_alignment() {
    return product("hal::get_dram_alignment").alignment.dram_read;
}
uint32_t get_l1_alignment() {
    return product("hal::get_l1_alignment").alignment.l1;
}
uint32_t get_pcie_alignment() {
    return product("hal::get_pcie_alignment").alignment.pcie_read;
}
uint32_t get_arch_num_circular_buffers() {
    return product("hal::get_arch_num_circular_buffers").limits.cbs;
}
uint32_t get_erisc_l1_unreserved_base() {
    return product("hal::get_erisc_l1_unreserved_base").ethernet.unreserved_base;
}
uint32_t get_erisc_l1_unreserved_size() {
    return product("hal::get_erisc_l1_unreserved_size").ethernet.unreserved_bytes;
}

uint32_t get_max_worker_l1_unreserved_size() {
    const arch::MemoryMap& map = product("hal::get_max_worker_l1_unreserved_size").memory;
    return map.l1_bytes - map.kernel_config_base;
}

float get_eps() {
    return arch::traits(product("hal::get_eps").family).eps;
}
float get_nan() {
    return arch::traits(product("hal::get_nan").family).nan;
}
float get_inf() {
    return arch::traits(product("hal::get_inf").family).inf;
}

}  // namespace hal
}  // namespace tt::tt_metal

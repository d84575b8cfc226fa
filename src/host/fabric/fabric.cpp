// Configurations of the fabric, and routers for them.
#include "host/fabric/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fault.hpp"
#include "base/require.hpp"

namespace ironbird::host {
namespace {

using arch::Direction;
using fabric::Topology;
using tt::tt_fabric::FabricConfig;

struct ConfigRow {
    FabricConfig config;
    const char* name;
    Topology topology;
    bool closes_rows, closes_columns;
    std::uint32_t routing_mode;  // upstream's ROUTING_MODE bits
};

constexpr std::uint32_t k1d = 1, k2d = 2, kLine = 8, kRing = 0x10, kMesh = 0x20, kTorus = 0x40,
                        kLowLatency = 0x80, kNeighbours = 0x200;
constexpr ConfigRow kConfigs[] = {
    {FabricConfig::FABRIC_1D_NEIGHBOR_EXCHANGE, "FABRIC_1D_NEIGHBOR_EXCHANGE",
     Topology::neighbour_exchange, false, false, k1d | kNeighbours | kLowLatency},
    {FabricConfig::FABRIC_1D, "FABRIC_1D", Topology::line, false, false, k1d | kLine | kLowLatency},
    {FabricConfig::FABRIC_1D_RING, "FABRIC_1D_RING", Topology::ring, true, true,
     k1d | kRing | kLowLatency},
    {FabricConfig::FABRIC_2D, "FABRIC_2D", Topology::mesh, false, false, k2d | kMesh | kLowLatency},
    {FabricConfig::FABRIC_2D_TORUS_X, "FABRIC_2D_TORUS_X", Topology::torus, true, false,
     k2d | kTorus | kLowLatency},
    {FabricConfig::FABRIC_2D_TORUS_Y, "FABRIC_2D_TORUS_Y", Topology::torus, false, true,
     k2d | kTorus | kLowLatency},
    {FabricConfig::FABRIC_2D_TORUS_XY, "FABRIC_2D_TORUS_XY", Topology::torus, true, true,
     k2d | kTorus | kLowLatency},
};

const ConfigRow& row_of(FabricConfig config) {
    const auto* at = std::ranges::find(kConfigs, config, &ConfigRow::config);
    if (at == std::end(kConfigs))
        throw Error(Fault::not_modelled,
                    fmt::format("fabric configuration {} is not modelled",
                                config == FabricConfig::CUSTOM
                                    ? "CUSTOM"
                                    : fmt::format("{}", static_cast<int>(config))),
                    {}, "FABRIC_1D, its ring and neighbour exchange, FABRIC_2D and its tori are");
    return *at;
}

constexpr std::uint32_t kHopsPerWord = 16;

// 1D: words of the way beyond the first. 2D: bytes of the way, one for each hop.
std::uint32_t extension_words(const fabric::Grid& grid) {
    const bool folded = std::min(grid.rows(), grid.columns()) == 2;
    const std::uint32_t longest = folded ? grid.chips() : std::max(grid.rows(), grid.columns());
    return std::max(longest - 1, 1u) > kHopsPerWord ? 1 : 0;
}
std::uint32_t header_bytes(const fabric::Grid& grid, Topology topology) {
    if (fabric::is_2d(topology)) return 96;
    return extension_words(grid) == 0 ? 48 : 64;
}
constexpr std::uint32_t kRouteBytes = 35;  // of a header of 96 bytes

// A router has a channel for each of the others of its chip that may fill it.
std::uint32_t channel_for(Topology topology, Direction router, Direction filler) {
    if (!fabric::is_2d(topology)) return 1;
    const auto r = static_cast<std::uint32_t>(router), f = static_cast<std::uint32_t>(filler);
    return 1 + (f > r ? f - 1 : f);
}

std::uint64_t core_address(const arch::Product& product, std::uint32_t channel) {
    const Virtual v = arch::ethernet_virtual(product, channel);
    return std::uint64_t{v.x} << 36 | std::uint64_t{v.y} << 42;
}

// A ring of lines may go round the edge of a mesh; a torus needs the cables that close it.
void require_closed(const arch::Cluster& cluster, const ConfigRow& row) {
    for (const bool rows : {true, false})
        if ((rows ? row.closes_rows : row.closes_columns) && !cluster.closed(rows))
            throw Error(Fault::usage,
                        fmt::format("{} needs {} that are closed by cables, and those of {} are "
                                    "not",
                                    row.name, rows ? "rows" : "columns",
                                    cluster.name().empty() ? "this machine" : cluster.name()),
                        {},
                        "FABRIC_2D is the same without them; `ironbird devices` lists machines "
                        "with closed rows and columns");
}

}  // namespace

FabricHost& FabricHost::get() {
    static FabricHost host;
    return host;
}

void FabricHost::configure(FabricConfig config, std::optional<std::uint8_t> planes,
                           const tt::tt_fabric::FabricRouterConfig& router) {
    Machine& machine = Machine::get();
    for (const auto& slot : machine.slots())
        if (slot->users > 0)
            throw Error(Fault::usage, "SetFabricConfig is called while devices are open", {},
                        "configure the fabric before the first device is opened, and DISABLED "
                        "after the last one is closed");
    if (config == FabricConfig::DISABLED) {
        config_ = config;
        grid_.reset();
        return;
    }
    const ConfigRow& row = row_of(config);
    const arch::Product& product = machine.only_chip("a fabric").product();
    require(product.ethernet.links > 0, Fault::usage, "{} has no Ethernet, so no fabric",
            product.name);
    const std::size_t payload =
        router.max_packet_payload_size_bytes.value_or(fabric::kDefaultPayload);
    require(payload % 16 == 0 && payload > 0 && payload <= product.fabric.most_payload,
            Fault::host_argument,
            "max_packet_payload_size_bytes is {}, a multiple of 16 up to {} is allowed", payload,
            product.fabric.most_payload);
    if (row.topology == Topology::torus) require_closed(machine.cluster(), row);
    grid_.emplace(machine.cluster(), row.closes_rows, row.closes_columns);
    setup_ = {.topology = row.topology,
              .header_bytes = header_bytes(*grid_, row.topology),
              .payload_bytes = static_cast<std::uint32_t>(payload)};
    fabric::layout_of(product.ethernet, setup_);
    planes_ = planes;
    config_ = config;
}

const fabric::Setup& FabricHost::setup() const {
    require(enabled(), Fault::usage, "there is no fabric: SetFabricConfig was not called");
    return setup_;
}
const fabric::Grid& FabricHost::grid() const {
    setup();
    return *grid_;
}

std::string FabricHost::prologue() const {
    if (!enabled()) return {};
    const bool mesh = fabric::is_2d(setup_.topology);
    return fmt::format(
        "#define ROUTING_MODE {}\n#define {} {}\n", row_of(config_).routing_mode,
        mesh ? "FABRIC_2D_PKT_HDR_ROUTE_BUFFER_SIZE" : "FABRIC_1D_PKT_HDR_EXTENSION_WORDS",
        mesh ? kRouteBytes : extension_words(*grid_));
}

std::uint32_t FabricHost::chip_of(std::uint32_t device) const {
    // Chips without a cluster are known by their own numbers.
    const arch::Cluster& cluster = Machine::get().cluster();
    return device < cluster.devices() ? cluster.place_of(device) : device;
}
std::uint32_t FabricHost::device_of(std::uint32_t chip) const {
    const arch::Cluster& cluster = Machine::get().cluster();
    require(chip < cluster.devices(), Fault::usage, "there is no chip {} in the fabric", chip);
    return cluster.device_at(chip / cluster.columns(), chip % cluster.columns());
}

bool FabricHost::both_open(std::uint32_t chip, Direction side) const {
    const auto other = grid_->neighbour(chip, side);
    const auto open = [&](std::uint32_t c) {
        const std::uint32_t device = device_of(c);
        return device < open_.size() && open_[device];
    };
    return other && open(chip) && open(*other);
}

std::vector<std::uint8_t> FabricHost::channels(std::uint32_t chip, Direction side) const {
    const auto other = grid().neighbour(chip, side);
    if (!other) return {};
    auto all = Machine::get().cluster().channels_between(device_of(chip), device_of(*other));
    if (planes_ && *planes_ < all.size()) all.resize(*planes_);
    return all;
}

std::optional<Direction> FabricHost::towards(std::uint32_t from, std::uint32_t to) const {
    if (from == to) return std::nullopt;
    for (const Direction d : arch::kDirections)
        if (grid().neighbour(from, d) == to) return d;
    if (!fabric::is_2d(setup_.topology)) return std::nullopt;
    return grid().route(from, to).first();
}

bool FabricHost::runs_on(const Slot& slot) const {
    return enabled() && slot.id < open_.size() && open_[slot.id];
}

fabric::RouterPlan FabricHost::plan_of(const Slot& slot, Direction side,
                                       std::uint32_t plane) const {
    const arch::Product& product = slot.layout->product();
    const std::uint32_t chip = chip_of(slot.id);
    fabric::RouterPlan plan{.side = side,
                            .ahead = grid_->ahead(chip, side),
                            .setup = setup_,
                            .layout = fabric::layout_of(product.ethernet, setup_),
                            .timing = product.fabric.router};
    if (setup_.topology == Topology::neighbour_exchange) return plan;
    const auto stream = [&](std::uint32_t number) {
        return fabric::stream_register(product.family, number);
    };
    for (const Direction other : arch::kDirections) {
        const bool joins = fabric::is_2d(setup_.topology) ? other != side : other == plan.ahead;
        const auto there = channels(chip, other);
        if (!joins || plane >= there.size() || !both_open(chip, other)) continue;
        const std::uint64_t core = core_address(product, there[plane]);
        const std::uint32_t out = channel_for(setup_.topology, other, side);
        plan.next[static_cast<std::size_t>(other)] = {
            .exists = true,
            .core = core,
            .channel = plan.layout.senders[out],
            .stream_register = stream(fabric::kSenderStream + out)};
        // That router fills a channel of this one, too.
        plan.gives_back[channel_for(setup_.topology, side, other)] =
            core | stream(fabric::kReturnStream + static_cast<std::uint32_t>(side));
    }
    return plan;
}

void FabricHost::start(Slot& slot) {
    const std::uint32_t chip = chip_of(slot.id);
    const arch::Floorplan& plan = slot.layout->plan();
    const arch::Product& product = plan.product();
    std::vector<device::RouterSetup> routers;
    std::vector<fabric::Connection> connections;
    for (const Direction side : arch::kDirections) {
        if (!both_open(chip, side)) continue;
        const auto all = channels(chip, side);
        for (std::uint32_t plane = 0; plane < all.size(); plane++) {
            routers.push_back({all[plane], plan_of(slot, side, plane)});
            connections.push_back({all[plane], side, arch::ethernet_virtual(product, all[plane])});
        }
    }
    slot.machine.engine().set_routers(slot.chip->id(), routers);
    const auto ways = fabric::routing_table(*grid_, setup_, chip);
    const auto links =
        fabric::connection_table(connections, setup_, fabric::layout_of(product.ethernet, setup_));
    for (std::uint32_t core = 0; core < plan.tensix_cores(); core++) {
        slot.chip->write_l1(core, product.fabric.routing_table, ways);
        slot.chip->write_l1(core, product.fabric.connections, links);
    }
}

void FabricHost::restart(Machine& machine) {
    std::vector<bool> now(kMaxDevices, false);
    for (const auto& slot : machine.slots()) now[slot->id] = enabled() && slot->users > 0;
    if (now == open_) return;
    const std::vector<bool> before = std::exchange(open_, now);
    for (const auto& slot : machine.slots()) {
        if (open_[slot->id])
            start(*slot);
        else if (slot->id < before.size() && before[slot->id])
            machine.engine().set_routers(slot->chip->id(), {});
    }
}

}  // namespace ironbird::host

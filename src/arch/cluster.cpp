// Clusters that are sold, and how neighbours are found.
#include "arch/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "arch/cluster_chip.hpp"
#include "base/fault.hpp"

namespace ironbird::arch {
namespace {

// M: tools/scaleout/board/board.cpp.
constexpr Link kN300[] = {{{0, 8}, {1, 0}}, {{0, 9}, {1, 1}}};
constexpr Link kP300[] = {{{0, 3}, {1, 8}}, {{0, 2}, {1, 9}}};

// M: tests/cluster_descriptor_examples of tt-umd; device numbers are those of its chips.
constexpr Link kT3000[] = {
    {{0, 8}, {4, 0}},   {{0, 9}, {4, 1}},   {{1, 8}, {5, 0}},   {{1, 9}, {5, 1}},
    {{2, 8}, {6, 0}},   {{2, 9}, {6, 1}},   {{3, 8}, {7, 0}},   {{3, 9}, {7, 1}},
    {{0, 14}, {1, 14}}, {{0, 15}, {1, 15}}, {{2, 14}, {3, 14}}, {{2, 15}, {3, 15}},
    {{0, 6}, {2, 6}},   {{0, 7}, {2, 7}},   {{4, 6}, {5, 6}},   {{4, 7}, {5, 7}},
    {{6, 6}, {7, 6}},   {{6, 7}, {7, 7}},   {{1, 0}, {3, 0}},   {{1, 1}, {3, 1}},
};
constexpr std::uint16_t kT3000Devices[] = {4, 0, 2, 6, 5, 1, 3, 7};

constexpr std::string_view kChannels = "which channels lead where";

// Shapes and links of a pair: M: tt_metal/fabric/mesh_graph_descriptors.
constexpr ClusterPlan kClusters[] = {
    {.name = "n300",
     .title = "one n300: two Wormholes",
     .product = "n300",
     .columns = 2,
     .links = 2,
     .wiring = kN300},
    {.name = "t3000",
     .title = "four n300: a mesh of eight Wormholes",
     .product = "n300",
     .rows = 2,
     .columns = 4,
     .links = 2,
     .wiring = kT3000,
     .devices = kT3000Devices},
    {.name = "galaxy",
     .title = "Wormhole Galaxy 6U: a torus of 32 chips",
     .product = "n300",
     .rows = 8,
     .columns = 4,
     .links = 4,
     .wrap_rows = true,
     .wrap_columns = true,
     // M: tools/scaleout/board/board.cpp: opposite sides are 0 and 12, 4 and 8.
     .first_channel = {0, 12, 4, 8},
     .assumed = kChannels},
    {.name = "p150x2",
     .title = "two p150",
     .product = "p150",
     .columns = 2,
     .links = 4,
     .first_channel = {4, 4, 8, 8},
     .assumed = kChannels},
    {.name = "p150x4",
     .title = "QuietBox: a square of four p150",
     .product = "p150",
     .rows = 2,
     .columns = 2,
     .links = 4,
     .first_channel = {4, 4, 8, 8},
     .assumed = kChannels},
    {.name = "p150x8",
     .title = "LoudBox: two rings of four p150, side by side",
     .product = "p150",
     .rows = 2,
     .columns = 4,
     .links = 2,
     .wrap_rows = true,
     .first_channel = {4, 6, 8, 8},
     .assumed = kChannels},
    {.name = "p300",
     .title = "one p300: two Blackholes",
     .product = "p150",
     .columns = 2,
     .links = 2,
     .wiring = kP300,
     .assumed = "its chips are those of a p150"},
    {.name = "p300x2",
     .title = "QuietBox 2: a square of two p300",
     .product = "p150",
     .rows = 2,
     .columns = 2,
     .links = 2,
     .first_channel = {2, 8, 4, 4},
     .assumed = "its chips are those of a p150; which channels lead where"},
    {.name = "bh_galaxy",
     .title = "Blackhole Galaxy: a torus of 32 chips",
     .product = "p150",
     .rows = 8,
     .columns = 4,
     .links = 2,
     .wrap_rows = true,
     .wrap_columns = true,
     .first_channel = {0, 2, 4, 6},
     .assumed = "its chips are those of a p150 with slower links; which channels lead where"},
};

struct Step {
    int down, right;
};
constexpr Step kSteps[] = {{0, 1}, {0, -1}, {-1, 0}, {1, 0}};  // by direction

}  // namespace

Direction opposite(Direction direction) {
    return static_cast<Direction>(static_cast<int>(direction) ^ 1);
}

Cluster::Cluster(const ClusterPlan& plan)
    : name_(plan.name),
      product_(plan.product),
      rows_(plan.rows),
      columns_(plan.columns),
      // Two devices are joined already; a third way round would be the same cable.
      wrap_rows_(plan.wrap_rows && plan.columns > 2),
      wrap_columns_(plan.wrap_columns && plan.rows > 2),
      devices_(plan.devices.begin(), plan.devices.end()),
      links_(plan.wiring.begin(), plan.wiring.end()) {
    if (devices_.empty())
        for (std::uint32_t i = 0; i < devices(); i++)
            devices_.push_back(static_cast<std::uint16_t>(i));
    if (links_.empty()) wire(plan);
    std::set<LinkEnd> taken;
    for (const Link& l : links_)
        for (const LinkEnd& end : {l.a, l.b})
            if (!taken.insert(end).second)
                throw Error(Fault::usage, fmt::format("channel {} of device {} is wired twice",
                                                      end.channel, end.device));
}

// Each pair once: from every device to the east and to the south.
void Cluster::wire(const ClusterPlan& plan) {
    for (std::uint32_t place = 0; place < devices(); place++)
        for (const Direction side : {Direction::east, Direction::south}) {
            const std::uint16_t from = devices_[place];
            const auto to = neighbour(from, side);
            if (!to) continue;
            const auto first = [&](Direction d) {
                return plan.first_channel[static_cast<std::size_t>(d)];
            };
            for (std::uint32_t k = 0; k < plan.links; k++)
                links_.push_back({{from, static_cast<std::uint8_t>(first(side) + k)},
                                  {*to, static_cast<std::uint8_t>(first(opposite(side)) + k)}});
        }
}

std::uint32_t Cluster::place_of(std::uint32_t device) const {
    const auto at = std::ranges::find(devices_, device);
    invariant(at != devices_.end(), "device of the cluster");
    return static_cast<std::uint32_t>(at - devices_.begin());
}

std::optional<LinkEnd> Cluster::peer(LinkEnd end) const {
    for (const Link& l : links_) {
        if (l.a == end) return l.b;
        if (l.b == end) return l.a;
    }
    return std::nullopt;
}

std::optional<std::uint16_t> Cluster::neighbour(std::uint32_t device, Direction direction) const {
    const std::uint32_t place = place_of(device);
    const Step step = kSteps[static_cast<std::size_t>(direction)];
    const auto moved = [](std::uint32_t at, int by, std::uint32_t size,
                          bool wraps) -> std::optional<std::uint32_t> {
        const std::int64_t to = std::int64_t{at} + by;
        if (to >= 0 && to < size) return static_cast<std::uint32_t>(to);
        if (!wraps) return std::nullopt;
        return static_cast<std::uint32_t>((to + size) % size);
    };
    const auto row = moved(place / columns_, step.down, rows_, wrap_columns_);
    const auto column = moved(place % columns_, step.right, columns_, wrap_rows_);
    if (!row || !column) return std::nullopt;
    return device_at(*row, *column);
}

std::vector<std::uint8_t> Cluster::channels(std::uint32_t device, Direction direction) const {
    const auto other = neighbour(device, direction);
    return other ? channels_between(device, *other) : std::vector<std::uint8_t>{};
}

std::vector<std::uint8_t> Cluster::channels_between(std::uint32_t device,
                                                    std::uint32_t other) const {
    std::vector<std::uint8_t> found;
    for (const Link& l : links_) {
        if (l.a.device == device && l.b.device == other) found.push_back(l.a.channel);
        if (l.b.device == device && l.a.device == other) found.push_back(l.b.channel);
    }
    return found;
}

std::span<const ClusterPlan> clusters() {
    return kClusters;
}

const ClusterPlan* find_cluster(std::string_view name) {
    const auto* at = std::ranges::find(kClusters, name, &ClusterPlan::name);
    return at == std::end(kClusters) ? nullptr : at;
}

const ClusterPlan& selected_cluster(std::string_view name) {
    if (const ClusterPlan* plan = find_cluster(name)) return *plan;
    std::string choices;
    for (const ClusterPlan& c : kClusters) choices += fmt::format(" {}", c.name);
    throw Error(Fault::usage, fmt::format("there is no cluster \"{}\"", name), {},
                fmt::format("IRONBIRD_CLUSTER is one of{}", choices));
}

// I: firmware of Galaxies runs its links at 200 Gb/s, that of boards in a host at 400.
const Product& chip_of(const ClusterPlan& plan) {
    static const Product galaxy = [] {
        Product p = selected("p150");
        p.ethernet.bytes_per_cycle = 25e3 / p.clock_mhz;
        return p;
    }();
    return plan.name == "bh_galaxy" ? galaxy : selected(plan.product);
}

ClusterPlan grid_of(const Product& product, std::uint32_t rows, std::uint32_t columns) {
    const bool wormhole = product.family == Family::wormhole;
    return {.name = "custom",
            .title = "a mesh that nobody sells",
            .product = product.name,
            .rows = rows,
            .columns = columns,
            .links = product.ethernet.links == 0 ? 0u : 2u,
            .first_channel = wormhole ? std::array<std::uint8_t, 4>{0, 4, 8, 12}
                                      : std::array<std::uint8_t, 4>{4, 6, 8, 10},
            .assumed = kChannels};
}

}  // namespace ironbird::arch

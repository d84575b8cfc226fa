// The system mesh.
#include "host/device/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tt-metalium/cluster.hpp>
#include <tt-metalium/dispatch_core_common.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_device_view.hpp>
#include <tt-metalium/system_mesh.hpp>

#include "arch/mesh_graph.hpp"
#include "base/fault.hpp"
#include "base/require.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {
namespace {

using tt::tt_metal::distributed::MeshCoordinate;
using tt::tt_metal::distributed::MeshCoordinateRange;
using tt::tt_metal::distributed::MeshShape;

// Of two variables that name the chips one would be ignored in silence.
void refuse_two_answers(const Options& o) {
    for (const auto& [name, value] : {std::pair("IRONBIRD_MESH", &o.mesh),
                                      std::pair("TT_METAL_VISIBLE_DEVICES", &o.visible_devices)})
        if (!value->empty())
            throw Error(Fault::usage,
                        fmt::format("IRONBIRD_CLUSTER={} and {}={} both say which chips there are",
                                    o.cluster, name, *value),
                        {},
                        "leave one of them out; TT_MESHDEVICE_SHAPE arranges a cluster's chips");
}

std::uint32_t number(std::string_view text, std::string_view whole) {
    std::uint32_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size() || n == 0)
        throw Error(Fault::usage, fmt::format("IRONBIRD_MESH={} is not of the form RxC", whole));
    return n;
}

}  // namespace

MeshShape parse_mesh(std::string_view text) {
    const auto cross = text.find('x');
    if (cross == std::string_view::npos)
        throw Error(Fault::usage, fmt::format("IRONBIRD_MESH={} is not of the form RxC", text));
    const std::uint32_t rows = number(text.substr(0, cross), text);
    const std::uint32_t columns = number(text.substr(cross + 1), text);
    if (rows > kMaxDevices || columns > kMaxDevices || rows * columns > kMaxDevices)
        throw Error(Fault::usage,
                    fmt::format("IRONBIRD_MESH={} has more than {} chips", text, kMaxDevices));
    return MeshShape(rows, columns);
}

MeshShape meshdevice_shape(std::string_view text) {
    std::string shape(text);
    std::ranges::replace(shape, ',', 'x');
    try {
        return parse_mesh(shape);
    } catch (const Error&) {
        throw Error(Fault::usage,
                    fmt::format("TT_MESHDEVICE_SHAPE={} is no ROWS,COLUMNS of up to {} "
                                "devices",
                                text, kMaxDevices));
    }
}

const MeshShape& system_shape() {
    static const MeshShape shape = [] {
        const Options& o = Machine::get().options();
        const arch::Cluster& cluster = Machine::get().cluster();
        if (o.meshdevice_shape.empty()) return MeshShape(cluster.rows(), cluster.columns());
        const MeshShape wanted = meshdevice_shape(o.meshdevice_shape);
        require(wanted.mesh_size() <= device_limit(), Fault::usage,
                "TT_MESHDEVICE_SHAPE={} needs {} devices, and there are {}", o.meshdevice_shape,
                wanted.mesh_size(), device_limit());
        return wanted;
    }();
    return shape;
}

std::uint32_t device_limit() {
    const Options& o = Machine::get().options();
    if (o.mesh.empty() && o.visible_devices.empty() && o.cluster.empty() && o.mesh_graph.empty())
        return kMaxDevices;
    return Machine::get().cluster().devices();
}

arch::Cluster cluster_of(const Options& o, std::span<const arch::Product* const> chips) {
    if (!o.cluster.empty()) {
        refuse_two_answers(o);
        const arch::Cluster cluster(arch::selected_cluster(o.cluster));
        if (!o.mesh_graph.empty())
            arch::check_embeds(arch::read_mesh_graph(o.mesh_graph), cluster, o.mesh_graph);
        return cluster;
    }
    const arch::Product& product = *chips.front();
    if (!o.mesh_graph.empty())
        return arch::cluster_of(arch::read_mesh_graph(o.mesh_graph), product);
    if (!o.mesh.empty()) {
        const MeshShape shape = parse_mesh(o.mesh);
        for (const arch::ClusterPlan& plan : arch::clusters())
            if (plan.product == product.name && MeshShape(plan.rows, plan.columns) == shape)
                return arch::Cluster(plan);
        return arch::Cluster(arch::grid_of(product, shape[0], shape[1]));
    }
    std::size_t count = chips.size() > 1 ? chips.size() : product.chips;
    if (!o.visible_devices.empty()) count = 1 + std::ranges::count(o.visible_devices, ',');
    if (const auto* board = arch::find_cluster(product.name);
        board != nullptr && board->rows * board->columns == count)
        return arch::Cluster(*board);
    // 32 devices are taken for a Galaxy, and anything else for a row.
    const std::uint32_t rows = count == 32 ? 4 : 1;
    return arch::Cluster(arch::grid_of(product, rows, static_cast<std::uint32_t>(count / rows)));
}

}  // namespace ironbird::host

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace distributed {

SystemMesh& SystemMesh::instance() {
    static SystemMesh mesh;
    return mesh;
}

const MeshShape& SystemMesh::shape() const {
    return system_shape();
}

namespace {

// The places of a cluster in the order in which a mesh of the wanted shape takes them, so that
// neighbours in the mesh are neighbours in the cluster; nothing if it cannot be laid that way.
std::optional<std::vector<MeshCoordinate>> laid(const MeshShape& want, const MeshCoordinate& from,
                                                const arch::Cluster& cluster) {
    std::vector<MeshCoordinate> places;
    const std::uint32_t rows = cluster.rows(), columns = cluster.columns();
    const auto box = [&](bool transposed) {
        for (const auto& c : MeshCoordinateRange(want)) {
            const MeshCoordinate at(from[0] + c[0], from[1] + c[1]);
            places.push_back(transposed ? MeshCoordinate(at[1], at[0]) : at);
        }
    };
    if (want.dims() != 2 || from.dims() != 2) return std::nullopt;
    const std::uint32_t down = from[0] + want[0], right = from[1] + want[1];
    if (down <= rows && right <= columns) {
        box(false);
    } else if (want.is_line_topology() && from[0] + from[1] == 0 &&
               want.mesh_size() <= rows * columns) {
        places = MeshDeviceView::get_line_coordinates(want.mesh_size(), Shape2D(rows, columns),
                                                      Shape2D(0, 0));
    } else if (down <= columns && right <= rows) {
        box(true);
    } else {
        return std::nullopt;
    }
    return places;
}

}  // namespace

SystemMesh::MappedDevices SystemMesh::get_mapped_devices(
    const std::optional<MeshShape>& wanted, const std::optional<MeshCoordinate>& offset) const {
    MappedDevices mapped{{}, wanted.value_or(shape())};
    const MeshShape& want = mapped.mesh_shape;
    require(want.mesh_size() >= 1 && want.mesh_size() <= kMaxDevices, Fault::mesh_shape,
            "a mesh of {} devices: 1 to {} are possible", want.mesh_size(), kMaxDevices);
    const arch::Cluster& cluster = Machine::get().cluster();
    const MeshCoordinate from = offset.value_or(MeshCoordinate::zero_coordinate(want.dims()));
    if (const auto places = laid(want, from, cluster)) {
        for (const MeshCoordinate& c : *places)
            mapped.device_ids.push_back(MaybeRemote<int>::local(cluster.device_at(c[0], c[1])));
        return mapped;
    }
    // Chips that nobody has joined are independent: another arrangement of as many is as good.
    const bool named = !Machine::get().options().cluster.empty();
    if (offset || named || want.mesh_size() > device_limit())
        throw Error(Fault::usage,
                    fmt::format("a mesh of {} does not fit into the system mesh of {}", want,
                                MeshShape(cluster.rows(), cluster.columns())),
                    {}, "IRONBIRD_CLUSTER=NAME or IRONBIRD_MESH=RxC says what the system has");
    for (std::size_t i = 0; i < want.mesh_size(); i++)
        mapped.device_ids.push_back(MaybeRemote<int>::local(static_cast<int>(i)));
    return mapped;
}

}  // namespace distributed

DispatchCoreAxis DispatchCoreConfig::get_default_axis() {
    const arch::Product& p = Machine::get().only_chip("the axis of dispatch cores").product();
    const bool columns = arch::traits(p.family).dispatch_axis == arch::DispatchAxis::columns;
    return columns ? DispatchCoreAxis::COL : DispatchCoreAxis::ROW;
}

size_t GetNumAvailableDevices() {
    return system_shape().mesh_size();
}
size_t GetNumPCIeDevices() {
    return GetNumAvailableDevices();
}
ChipId GetPCIeDeviceID(ChipId device_id) {
    return device_id;
}
bool IsGalaxyCluster() {
    const ClusterType type = GetClusterType();
    return type == ClusterType::GALAXY || type == ClusterType::BLACKHOLE_GALAXY;
}

ClusterType GetClusterType() {
    struct Row {
        std::string_view name;
        ClusterType type;
    };
    static constexpr Row kRows[] = {
        {"n150", ClusterType::N150},      {"n300", ClusterType::N300},
        {"t3000", ClusterType::T3K},      {"galaxy", ClusterType::GALAXY},
        {"p100a", ClusterType::P100},     {"p150", ClusterType::P150},
        {"p150x2", ClusterType::P150_X2}, {"p150x4", ClusterType::P150_X4},
        {"p150x8", ClusterType::P150_X8}, {"p300", ClusterType::P300},
        {"p300x2", ClusterType::P300_X2}, {"bh_galaxy", ClusterType::BLACKHOLE_GALAXY},
    };
    const Machine& machine = Machine::get();
    if (machine.chips_differ()) return ClusterType::CUSTOM;
    const arch::Cluster& cluster = machine.cluster();
    std::string_view name = cluster.devices() == 1 ? cluster.product() : cluster.name();
    for (const arch::ClusterPlan& plan : arch::clusters())
        if (name == "custom" && plan.product == cluster.product() &&
            plan.rows * plan.columns == cluster.devices())
            name = plan.name;
    for (const Row& row : kRows)
        if (row.name == name) return row.type;
    return ClusterType::CUSTOM;
}

}  // namespace tt::tt_metal

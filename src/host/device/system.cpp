// The system mesh.
#include "host/device/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tt-metalium/cluster.hpp>
#include <tt-metalium/dispatch_core_common.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/system_mesh.hpp>

#include "base/fault.hpp"
#include "base/require.hpp"
#include "host/device/machine.hpp"

namespace ironbird::host {
namespace {

using tt::tt_metal::distributed::MeshCoordinate;
using tt::tt_metal::distributed::MeshCoordinateRange;
using tt::tt_metal::distributed::MeshShape;

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

const MeshShape& system_shape() {
    static const MeshShape shape = [] {
        const Options& o = Machine::get().options();
        if (!o.mesh.empty()) return parse_mesh(o.mesh);
        if (!o.visible_devices.empty())
            return MeshShape(
                1, static_cast<std::uint32_t>(
                       std::count(o.visible_devices.begin(), o.visible_devices.end(), ',') + 1));
        const Machine& machine = Machine::get();
        return MeshShape(1, machine.chips_named() > 1 ? machine.chips_named()
                                                      : machine.layout(0).product().chips);
    }();
    return shape;
}

std::uint32_t device_limit() {
    const Options& o = Machine::get().options();
    if (o.mesh.empty() && o.visible_devices.empty()) return kMaxDevices;
    return static_cast<std::uint32_t>(system_shape().mesh_size());
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

SystemMesh::MappedDevices SystemMesh::get_mapped_devices(
    const std::optional<MeshShape>& wanted, const std::optional<MeshCoordinate>& offset) const {
    MappedDevices mapped{{}, wanted.value_or(shape())};
    const MeshShape& want = mapped.mesh_shape;
    require(want.mesh_size() >= 1 && want.mesh_size() <= kMaxDevices, Fault::mesh_shape,
            "a mesh of {} devices: 1 to {} are possible", want.mesh_size(), kMaxDevices);
    const MeshShape& have = shape();
    const Options& o = Machine::get().options();
    const bool free_choice = o.mesh.empty() && o.visible_devices.empty() && !offset;
    const MeshCoordinate from = offset.value_or(MeshCoordinate::zero_coordinate(want.dims()));
    const bool fits = want.dims() == 2 && from.dims() == 2 && from[0] + want[0] <= have[0] &&
                      from[1] + want[1] <= have[1];
    if (fits) {
        for (const auto& c : MeshCoordinateRange(want))
            mapped.device_ids.push_back(MaybeRemote<int>::local(
                static_cast<int>((from[0] + c[0]) * have[1] + from[1] + c[1])));
        return mapped;
    }
    // Chips are independent of each other, so another arrangement of as many of them is as good.
    const std::size_t available = free_choice ? kMaxDevices : have.mesh_size();
    if (offset || want.mesh_size() > available)
        throw Error(Fault::usage,
                    fmt::format("a mesh of {} does not fit into the system mesh of {}", want, have),
                    {}, "IRONBIRD_MESH=RxC says what the system has");
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
    return false;
}

ClusterType GetClusterType() {
    struct Row {
        std::string_view chip;
        size_t devices;
        ClusterType type;
    };
    static constexpr Row kRows[] = {
        {"n150", 1, ClusterType::N150},    {"n300", 1, ClusterType::N300},
        {"n300", 2, ClusterType::N300},    {"n300", 8, ClusterType::T3K},
        {"p100a", 1, ClusterType::P100},   {"p150", 1, ClusterType::P150},
        {"p150", 2, ClusterType::P150_X2}, {"p150", 4, ClusterType::P150_X4},
        {"p150", 8, ClusterType::P150_X8},
    };
    const Machine& machine = Machine::get();
    if (machine.chips_differ()) return ClusterType::CUSTOM;
    for (const Row& row : kRows)
        if (row.chip == machine.layout(0).product().name && row.devices == GetNumAvailableDevices())
            return row.type;
    return ClusterType::CUSTOM;
}

}  // namespace tt::tt_metal

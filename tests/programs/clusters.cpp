// Prints what a program sees of the machine: the system mesh, the devices of a mesh of the shape
// that it is asked for, and how many Ethernet cores of the first lead to each of the others.
//
// usage: clusters [ROWS COLUMNS]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <tt-metalium/cluster.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/system_mesh.hpp>

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

int main(int argc, char** argv) try {
    const MeshShape system = SystemMesh::instance().shape();
    fmt::print("system {}x{} type {} galaxy {} devices {}\n", system[0], system[1],
               static_cast<int>(GetClusterType()), IsGalaxyCluster(), GetNumAvailableDevices());
    const auto size = [&](int i) { return static_cast<std::uint32_t>(std::atoi(argv[i])); };
    const MeshShape shape = argc == 3 ? MeshShape(size(1), size(2)) : system;
    const auto mesh = MeshDevice::create(MeshDeviceConfig(shape));
    fmt::print("mesh {}x{} ids {}\n", mesh->num_rows(), mesh->num_cols(),
               fmt::join(mesh->get_device_ids(), ","));
    const auto devices = mesh->get_devices();
    for (std::size_t i = 0; i + 1 < devices.size(); i++) {
        const auto sockets = devices[i]->get_ethernet_sockets(devices[i + 1]->id());
        fmt::print("{}-{}:", devices[i]->id(), devices[i + 1]->id());
        for (const CoreCoord& core : sockets) {
            const auto [chip, other] = devices[i]->get_connected_ethernet_core(core);
            fmt::print(" {}/{}", core.y, other.y);
        }
        fmt::print("\n");
    }
    return 0;
} catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
}

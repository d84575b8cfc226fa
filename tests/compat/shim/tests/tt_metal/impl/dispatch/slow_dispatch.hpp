// A private header of upstream's that its tests include: the L1 of a mesh of one device.
#pragma once

#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/tt_metal.hpp>

namespace tt::tt_metal::slow_dispatch {

inline IDevice* physical_device_from_unit_mesh(distributed::MeshDevice& mesh) {
    TT_FATAL(mesh.num_devices() == 1, "a mesh of one device is needed");
    return mesh.get_devices()[0];
}
template <typename... Rest>
bool WriteToL1(distributed::MeshDevice& mesh, Rest&&... rest) {
    return detail::WriteToDeviceL1(physical_device_from_unit_mesh(mesh),
                                   std::forward<Rest>(rest)...);
}
template <typename... Rest>
bool ReadFromL1(distributed::MeshDevice& mesh, Rest&&... rest) {
    return detail::ReadFromDeviceL1(physical_device_from_unit_mesh(mesh),
                                    std::forward<Rest>(rest)...);
}

}  // namespace tt::tt_metal::slow_dispatch

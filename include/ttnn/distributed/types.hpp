// Meshes of devices by their names in ttnn.
#pragma once

#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/system_mesh.hpp>

namespace ttnn {
namespace distributed {

using tt::tt_metal::distributed::MeshCoordinate;
using tt::tt_metal::distributed::MeshCoordinateRange;
using tt::tt_metal::distributed::MeshCoordinateRangeSet;
using tt::tt_metal::distributed::MeshDevice;
using tt::tt_metal::distributed::MeshDeviceConfig;
using tt::tt_metal::distributed::MeshDeviceView;
using tt::tt_metal::distributed::MeshShape;
using tt::tt_metal::distributed::SystemMesh;

}  // namespace distributed

using distributed::MeshCoordinate;
using distributed::MeshCoordinateRange;
using distributed::MeshCoordinateRangeSet;
using distributed::MeshDevice;
using distributed::MeshDeviceConfig;
using distributed::MeshDeviceView;
using distributed::MeshShape;
using distributed::SystemMesh;

}  // namespace ttnn

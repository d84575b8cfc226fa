// The mesh that MOE_MESH asks for, such as 1x8; IRONBIRD_CLUSTER says of which machine.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>

namespace ttnn::test {

// ROWSxCOLUMNS, else one chip.
inline tt::tt_metal::distributed::MeshShape asked_shape() {
    using tt::tt_metal::distributed::MeshShape;
    const char* text = std::getenv("MOE_MESH");
    std::uint32_t rows = 1, columns = 1;
    if (text == nullptr || std::sscanf(text, "%ux%u", &rows, &columns) != 2) return MeshShape(1, 1);
    return MeshShape(rows, columns);
}

// With a fabric where there are several chips.
inline std::shared_ptr<tt::tt_metal::distributed::MeshDevice> open_asked_mesh() {
    using namespace tt::tt_metal::distributed;
    const MeshShape shape = asked_shape();
    if (shape.mesh_size() > 1)
        tt::tt_fabric::SetFabricConfig(tt::tt_fabric::FabricConfig::FABRIC_1D);
    return MeshDevice::create(MeshDeviceConfig(shape));
}

inline void close_mesh(std::shared_ptr<tt::tt_metal::distributed::MeshDevice>& mesh) {
    if (!mesh) return;
    mesh->close();
    mesh.reset();
    tt::tt_fabric::SetFabricConfig(tt::tt_fabric::FabricConfig::DISABLED);
}

}  // namespace ttnn::test

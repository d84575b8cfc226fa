// All devices of the machine as one mesh; IRONBIRD_MESH=RxC says how many and how arranged.
#pragma once

#include <optional>
#include <tt-metalium/maybe_remote.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <vector>

namespace tt::tt_metal::distributed {

class SystemMesh {
 public:
    static SystemMesh& instance();
    SystemMesh(const SystemMesh&) = delete;
    SystemMesh& operator=(const SystemMesh&) = delete;

    const MeshShape& shape() const;
    const MeshShape& local_shape() const { return shape(); }

    struct MappedDevices {
        std::vector<MaybeRemote<int>> device_ids;
        MeshShape mesh_shape;
    };

    // The devices of a mesh of this shape at this offset, row by row.
    MappedDevices get_mapped_devices(
        const std::optional<MeshShape>& shape,
        const std::optional<MeshCoordinate>& offset = std::nullopt) const;

 private:
    SystemMesh() = default;
};

}  // namespace tt::tt_metal::distributed

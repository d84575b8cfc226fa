// Which part of the system a mesh device takes.
#pragma once

#include <optional>
#include <tt-metalium/device_types.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <utility>
#include <vector>

namespace tt::tt_metal::distributed {

using ChipId = int;

class MeshDeviceConfig {
 public:
    // Without a shape: the whole system mesh. Without ids: devices in row-major order from offset.
    MeshDeviceConfig(const std::optional<MeshShape>& mesh_shape,
                     const std::optional<MeshCoordinate>& offset = std::nullopt,
                     const std::vector<ChipId>& physical_device_ids = {})
        : shape_(mesh_shape), offset_(offset), ids_(physical_device_ids) {}

    const std::optional<MeshShape>& mesh_shape() const { return shape_; }
    const std::optional<MeshCoordinate>& offset() const { return offset_; }
    const std::vector<ChipId>& physical_device_ids() const { return ids_; }

 private:
    std::optional<MeshShape> shape_;
    std::optional<MeshCoordinate> offset_;
    std::vector<ChipId> ids_;
};

}  // namespace tt::tt_metal::distributed

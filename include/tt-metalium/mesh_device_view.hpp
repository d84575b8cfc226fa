// The devices of a mesh by coordinate, row, column, line and ring.
#pragma once

#include <cstddef>
#include <tt-metalium/device.hpp>
#include <tt-metalium/experimental/fabric/fabric_types.hpp>
#include <tt-metalium/maybe_remote.hpp>
#include <tt-metalium/mesh_config.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/shape2d.hpp>
#include <vector>

namespace tt::tt_metal::distributed {

class MeshDeviceView;
// Upstream's view keeps its devices behind impl(); here that is the view itself.
using MeshDeviceViewImpl = MeshDeviceView;

class MeshDeviceView {
 public:
    using FabricNodeId = tt::tt_fabric::FabricNodeId;

    MeshDeviceView(const MeshShape& shape, const std::vector<IDevice*>& devices,
                   const std::vector<FabricNodeId>& fabric_node_ids);
    // The chips' own names.
    MeshDeviceView(const MeshShape& shape, const std::vector<IDevice*>& devices);

    const MeshShape& shape() const noexcept { return shape_; }
    bool empty() const noexcept { return devices_.empty(); }
    size_t size() const noexcept { return devices_.size(); }
    size_t num_devices() const { return devices_.size(); }
    bool is_mesh_2d() const { return shape_.dims() == 2; }
    size_t num_rows() const;
    size_t num_cols() const;

    bool contains(const MeshCoordinate& coord) const noexcept;
    IDevice* get_device(const MeshCoordinate& coord) const;
    MeshCoordinate find_device(ChipId device_id) const;
    // Throws outside the mesh.
    bool is_local(const MeshCoordinate& coord) const;
    MeshCoordinateRange get_local_mesh_coord_range() const { return MeshCoordinateRange(shape_); }

    std::vector<IDevice*> get_devices() const { return extract_locals(devices_); }
    std::vector<IDevice*> get_devices(const MeshCoordinateRange& range) const;
    std::vector<IDevice*> get_devices_on_row(size_t row) const;
    std::vector<IDevice*> get_devices_on_column(size_t col) const;

    // The devices as the fabric names them.
    tt::tt_fabric::MeshId mesh_id() const noexcept;
    FabricNodeId get_fabric_node_id(const MeshCoordinate& coord) const;
    std::vector<FabricNodeId> get_fabric_node_ids() const { return nodes_; }
    std::vector<FabricNodeId> get_fabric_node_ids(const MeshCoordinateRange& range) const;
    std::vector<FabricNodeId> get_fabric_node_ids_on_row(size_t row) const;
    std::vector<FabricNodeId> get_fabric_node_ids_on_column(size_t col) const;
    std::vector<FabricNodeId> get_line_fabric_node_ids() const;
    std::vector<FabricNodeId> get_ring_fabric_node_ids() const;

    // A path through neighbours: rows from left to right and back, alternating.
    static std::vector<MeshCoordinate> get_line_coordinates(size_t length,
                                                            const Shape2D& mesh_shape,
                                                            const Shape2D& mesh_offset);
    std::vector<MeshCoordinate> get_line_coordinates() const;
    std::vector<IDevice*> get_line_devices() const;
    // The border of a rectangle, clockwise from its first corner.
    static std::vector<MeshCoordinate> get_ring_coordinates(const Shape2D& ring_shape,
                                                            const Shape2D& mesh_shape);
    std::vector<MeshCoordinate> get_ring_coordinates() const;
    std::vector<IDevice*> get_ring_devices() const;

    const MeshDeviceViewImpl& impl() const { return *this; }
    MeshDeviceViewImpl& impl() { return *this; }

    auto begin() const { return devices_.begin(); }
    auto end() const { return devices_.end(); }

 private:
    // Places row by row; throws outside the mesh.
    size_t index(const MeshCoordinate& coord) const;
    std::vector<MeshCoordinate> row(size_t row) const;
    std::vector<MeshCoordinate> column(size_t col) const;
    std::vector<IDevice*> devices_at(const std::vector<MeshCoordinate>& coords) const;
    std::vector<FabricNodeId> nodes_at(const std::vector<MeshCoordinate>& coords) const;

    MeshShape shape_;
    std::vector<MaybeRemote<IDevice*>> devices_;  // row by row
    std::vector<FabricNodeId> nodes_;
};

}  // namespace tt::tt_metal::distributed

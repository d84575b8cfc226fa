// Rows, columns, lines and rings of a mesh.
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/mesh_device_view.hpp>

#include "base/require.hpp"

namespace tt::tt_metal::distributed {

using ironbird::Fault;
using ironbird::refuse;
using ironbird::require;
namespace {

MeshCoordinate at_cell(size_t row, size_t col) {
    return MeshCoordinate(static_cast<uint32_t>(row), static_cast<uint32_t>(col));
}

std::vector<tt::tt_fabric::FabricNodeId> names_of(const std::vector<IDevice*>& devices) {
    std::vector<tt::tt_fabric::FabricNodeId> names;
    for (const IDevice* device : devices)
        names.push_back(tt::tt_fabric::get_fabric_node_id_from_physical_chip_id(device->id()));
    return names;
}

}  // namespace

MeshDeviceView::MeshDeviceView(const MeshShape& shape, const std::vector<IDevice*>& devices,
                               const std::vector<FabricNodeId>& fabric_node_ids)
    : shape_(shape), devices_(wrap_to_maybe_remote(devices)), nodes_(fabric_node_ids) {
    require(shape.mesh_size() == devices.size() && devices.size() == nodes_.size(),
            Fault::mesh_shape, "{} devices and {} fabric nodes for a mesh of {}", devices.size(),
            nodes_.size(), shape.mesh_size());
}

MeshDeviceView::MeshDeviceView(const MeshShape& shape, const std::vector<IDevice*>& devices)
    : MeshDeviceView(shape, devices, names_of(devices)) {}

size_t MeshDeviceView::num_rows() const {
    require(is_mesh_2d(), Fault::mesh_shape, "only a mesh of two dimensions has rows");
    return shape_[0];
}

size_t MeshDeviceView::num_cols() const {
    require(is_mesh_2d(), Fault::mesh_shape, "only a mesh of two dimensions has columns");
    return shape_[1];
}

bool MeshDeviceView::contains(const MeshCoordinate& coord) const noexcept {
    if (coord.dims() != shape_.dims()) return false;
    for (size_t d = 0; d < shape_.dims(); d++)
        if (coord[static_cast<int>(d)] >= shape_[static_cast<int>(d)]) return false;
    return true;
}

size_t MeshDeviceView::index(const MeshCoordinate& coord) const {
    require(contains(coord), Fault::mesh_shape, "{} is not in a mesh of {}", coord, shape_);
    return coord.to_linear_index(shape_);
}

IDevice* MeshDeviceView::get_device(const MeshCoordinate& coord) const {
    return devices_[index(coord)].value();
}
bool MeshDeviceView::is_local(const MeshCoordinate& coord) const {
    return devices_[index(coord)].is_local();
}
tt::tt_fabric::FabricNodeId MeshDeviceView::get_fabric_node_id(const MeshCoordinate& coord) const {
    return nodes_[index(coord)];
}
tt::tt_fabric::MeshId MeshDeviceView::mesh_id() const noexcept {
    return nodes_.empty() ? tt::tt_fabric::MeshId{0} : nodes_[0].mesh_id;
}

MeshCoordinate MeshDeviceView::find_device(ChipId device_id) const {
    for (const MeshCoordinate& coord : MeshCoordinateRange(shape_))
        if (get_device(coord)->id() == device_id) return coord;
    refuse(Fault::unknown_handle, "device {} is not in this mesh", device_id);
}

std::vector<MeshCoordinate> MeshDeviceView::row(size_t row) const {
    std::vector<MeshCoordinate> places;
    for (size_t col = 0; col < num_cols(); col++) places.push_back(at_cell(row, col));
    return places;
}
std::vector<MeshCoordinate> MeshDeviceView::column(size_t col) const {
    std::vector<MeshCoordinate> places;
    for (size_t row = 0; row < num_rows(); row++) places.push_back(at_cell(row, col));
    return places;
}

std::vector<IDevice*> MeshDeviceView::devices_at(const std::vector<MeshCoordinate>& coords) const {
    std::vector<IDevice*> found;
    for (const MeshCoordinate& c : coords) found.push_back(get_device(c));
    return found;
}
std::vector<tt::tt_fabric::FabricNodeId> MeshDeviceView::nodes_at(
    const std::vector<MeshCoordinate>& coords) const {
    std::vector<FabricNodeId> found;
    for (const MeshCoordinate& c : coords) found.push_back(get_fabric_node_id(c));
    return found;
}

std::vector<IDevice*> MeshDeviceView::get_devices(const MeshCoordinateRange& range) const {
    return devices_at({range.begin(), range.end()});
}
std::vector<IDevice*> MeshDeviceView::get_devices_on_row(size_t row) const {
    return devices_at(this->row(row));
}
std::vector<IDevice*> MeshDeviceView::get_devices_on_column(size_t col) const {
    return devices_at(column(col));
}
std::vector<IDevice*> MeshDeviceView::get_line_devices() const {
    return devices_at(get_line_coordinates());
}
std::vector<IDevice*> MeshDeviceView::get_ring_devices() const {
    return devices_at(get_ring_coordinates());
}

std::vector<tt::tt_fabric::FabricNodeId> MeshDeviceView::get_fabric_node_ids(
    const MeshCoordinateRange& range) const {
    return nodes_at({range.begin(), range.end()});
}
std::vector<tt::tt_fabric::FabricNodeId> MeshDeviceView::get_fabric_node_ids_on_row(
    size_t row) const {
    return nodes_at(this->row(row));
}
std::vector<tt::tt_fabric::FabricNodeId> MeshDeviceView::get_fabric_node_ids_on_column(
    size_t col) const {
    return nodes_at(column(col));
}
std::vector<tt::tt_fabric::FabricNodeId> MeshDeviceView::get_line_fabric_node_ids() const {
    return nodes_at(get_line_coordinates());
}
std::vector<tt::tt_fabric::FabricNodeId> MeshDeviceView::get_ring_fabric_node_ids() const {
    return nodes_at(get_ring_coordinates());
}

std::vector<MeshCoordinate> MeshDeviceView::get_line_coordinates(size_t length,
                                                                 const Shape2D& mesh_shape,
                                                                 const Shape2D& mesh_offset) {
    std::vector<MeshCoordinate> line;
    const size_t width = mesh_shape.width();
    size_t row = mesh_offset.height(), col = mesh_offset.width();
    bool right = true;
    while (line.size() < length && row < mesh_shape.height()) {
        line.push_back(at_cell(row, col));
        const bool at_edge = right ? col + 1 == width : col == 0;
        if (at_edge) {
            row++;
            right = !right;
        } else {
            col += right ? 1 : -1;
        }
    }
    require(line.size() == length, Fault::mesh_shape,
            "a line of {} devices does not fit into {}x{}", length, mesh_shape.height(), width);
    return line;
}

std::vector<MeshCoordinate> MeshDeviceView::get_line_coordinates() const {
    return get_line_coordinates(num_devices(), Shape2D(num_rows(), num_cols()), Shape2D(0, 0));
}

std::vector<MeshCoordinate> MeshDeviceView::get_ring_coordinates(const Shape2D& ring,
                                                                 const Shape2D& mesh) {
    const size_t rows = ring.height(), cols = ring.width();
    require(rows >= 1 && cols >= 1 && rows <= mesh.height() && cols <= mesh.width(),
            Fault::mesh_shape, "a ring of {}x{} does not fit into {}x{}", rows, cols, mesh.height(),
            mesh.width());
    std::vector<MeshCoordinate> border;
    for (size_t col = 0; col < cols; col++) border.push_back(at_cell(0, col));
    for (size_t row = 1; row < rows; row++) border.push_back(at_cell(row, cols - 1));
    if (rows > 1)
        for (size_t col = cols - 1; col-- > 0;) border.push_back(at_cell(rows - 1, col));
    if (cols > 1)
        for (size_t row = rows - 1; row-- > 1;) border.push_back(at_cell(row, 0));
    return border;
}

std::vector<MeshCoordinate> MeshDeviceView::get_ring_coordinates() const {
    const Shape2D whole(num_rows(), num_cols());
    return get_ring_coordinates(whole, whole);
}

}  // namespace tt::tt_metal::distributed

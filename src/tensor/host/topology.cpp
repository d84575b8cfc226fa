// Records of how tensors are spread over meshes.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <tt-metalium/experimental/distributed_tensor/topology/tensor_topology.hpp>
#include <tt_stl/overloaded.hpp>

#include "tensor/require.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;
using distributed::MeshCoordinate;
using distributed::MeshMapperConfig;
using distributed::MeshShape;

namespace distributed {
namespace {

std::string text(const MeshMapperConfig::Placement& placement) {
    return std::visit(ttsl::overloaded{[](const MeshMapperConfig::Replicate&) {
                                           return std::string("PlacementReplicate()");
                                       },
                                       [](const MeshMapperConfig::Shard& s) {
                                           return fmt::format("PlacementShard({})", s.dim);
                                       }},
                      placement);
}

std::string list(const ttsl::SmallVector<MeshMapperConfig::Placement>& placements) {
    std::string out;
    for (const auto& each : placements) out += (out.empty() ? "" : ", ") + text(each);
    return out;
}

std::string overrides(const std::optional<MeshShape>& shape, const MeshCoordinate& offset) {
    std::string out;
    if (shape) out += fmt::format(", mesh_shape_override={}", *shape);
    if (std::ranges::any_of(offset.coords(), [](std::uint32_t c) { return c != 0; }))
        out += fmt::format(", mesh_offset_override={}", offset);
    return out;
}

}  // namespace

bool operator==(const MeshMapperConfig::Placement& a, const MeshMapperConfig::Placement& b) {
    const auto *x = std::get_if<MeshMapperConfig::Shard>(&a),
               *y = std::get_if<MeshMapperConfig::Shard>(&b);
    return x == nullptr || y == nullptr ? a.index() == b.index() : *x == *y;
}

std::ostream& operator<<(std::ostream& os, const MeshMapperConfig::Placement& placement) {
    return os << text(placement);
}

std::ostream& operator<<(std::ostream& os, const MeshMapperConfig& config) {
    return os << "MeshMapperConfig(placements: [" << list(config.placements) << "]"
              << overrides(config.mesh_shape_override, config.mesh_offset_override) << ")";
}

std::ostream& operator<<(std::ostream& os, const MeshComposerConfig& config) {
    return os << fmt::format("MeshComposerConfig(dims: [{}]", fmt::join(config.dims, ", "))
              << overrides(config.mesh_shape_override, config.mesh_offset_override) << ")";
}

}  // namespace distributed

namespace {

// Row by row; a line of devices is one row.
std::vector<MeshCoordinate> all_coords(const MeshShape& shape) {
    const MeshShape mesh = shape.dims() == 1 ? MeshShape(1, shape.view()[0]) : shape;
    const distributed::MeshCoordinateRange range(mesh);
    return {range.begin(), range.end()};
}

TensorTopology line(const MeshShape& mesh, MeshMapperConfig::Placement placement) {
    return TensorTopology(MeshShape(static_cast<std::uint32_t>(mesh.mesh_size())), {placement},
                          all_coords(mesh));
}

}  // namespace

TensorTopology::TensorTopology()
    : TensorTopology(MeshShape(1), {MeshMapperConfig::Replicate{}}, {MeshCoordinate(0, 0)}) {}

TensorTopology TensorTopology::create_fully_replicated_tensor_topology(
    const MeshShape& mesh_shape) {
    return line(mesh_shape, MeshMapperConfig::Replicate{});
}

TensorTopology TensorTopology::create_sharded_tensor_topology(const MeshShape& mesh_shape,
                                                              int shard_dim) {
    return line(mesh_shape, MeshMapperConfig::Shard{shard_dim});
}

MeshCoordinate TensorTopology::get_neighbor(const MeshCoordinate& tensor_coord, std::int32_t offset,
                                            std::int32_t dim) const {
    const auto found = tensor_coord.get_neighbor(distribution_shape_, offset, dim,
                                                 MeshCoordinate::BoundaryMode::WRAP);
    require(found.has_value(), "Failed to get neighbor for coordinate {} ({} along dimension {})",
            tensor_coord, offset, dim);
    return *found;
}

MeshCoordinate TensorTopology::get_next_neighbor(const MeshCoordinate& tensor_coord,
                                                 std::int32_t dim) const {
    return get_neighbor(tensor_coord, 1, dim);
}
MeshCoordinate TensorTopology::get_prev_neighbor(const MeshCoordinate& tensor_coord,
                                                 std::int32_t dim) const {
    return get_neighbor(tensor_coord, -1, dim);
}

MeshCoordinate TensorTopology::get_device_coord(const MeshCoordinate& tensor_coord) const {
    const std::size_t at = tensor_coord.to_linear_index(distribution_shape_);
    require(at < mesh_coords_.size(), "Flattened index {} is out of bounds of {} mesh coordinates",
            at, mesh_coords_.size());
    return mesh_coords_[at];
}

std::optional<MeshCoordinate> TensorTopology::get_tensor_coord(
    const MeshCoordinate& device_coord) const {
    for (const MeshCoordinate& coord : distributed::MeshCoordinateRange(distribution_shape_)) {
        const std::size_t at = coord.to_linear_index(distribution_shape_);
        if (at < mesh_coords_.size() && mesh_coords_[at] == device_coord) return coord;
    }
    return std::nullopt;
}

bool operator==(const TensorTopology& a, const TensorTopology& b) {
    return a.distribution_shape() == b.distribution_shape() && a.placements() == b.placements() &&
           a.mesh_coords() == b.mesh_coords();
}
bool operator!=(const TensorTopology& a, const TensorTopology& b) {
    return !(a == b);
}

std::ostream& operator<<(std::ostream& os, const TensorTopology& topology) {
    return os << fmt::format(
               "TensorTopology(distribution_shape={}, placements=SmallVector([{}]), "
               "mesh_coords={})",
               topology.distribution_shape(), distributed::list(topology.placements()),
               fmt::join(topology.mesh_coords(), ", "));
}

}  // namespace tt::tt_metal

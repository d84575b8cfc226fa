// A record of how a tensor was spread over the devices of a mesh.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <tt-metalium/experimental/distributed_tensor/topology/distributed_tensor_configs.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt_stl/small_vector.hpp>
#include <vector>

namespace tt::tt_metal {

class TensorTopology {
 public:
    TensorTopology();  // all of it on one device
    TensorTopology(distributed::MeshShape distribution_shape,
                   ttsl::SmallVector<distributed::MeshMapperConfig::Placement> placements,
                   std::vector<distributed::MeshCoordinate> mesh_coords)
        : distribution_shape_(std::move(distribution_shape)),
          placements_(std::move(placements)),
          mesh_coords_(std::move(mesh_coords)) {}

    static TensorTopology create_fully_replicated_tensor_topology(
        const distributed::MeshShape& mesh_shape);
    static TensorTopology create_sharded_tensor_topology(const distributed::MeshShape& mesh_shape,
                                                         int shard_dim = 0);

    const distributed::MeshShape& distribution_shape() const { return distribution_shape_; }
    const ttsl::SmallVector<distributed::MeshMapperConfig::Placement>& placements() const {
        return placements_;
    }
    const std::vector<distributed::MeshCoordinate>& mesh_coords() const { return mesh_coords_; }

    // Neighbours wrap around in the distribution shape.
    distributed::MeshCoordinate get_neighbor(const distributed::MeshCoordinate& tensor_coord,
                                             std::int32_t offset, std::int32_t dim) const;
    distributed::MeshCoordinate get_next_neighbor(const distributed::MeshCoordinate& tensor_coord,
                                                  std::int32_t dim) const;
    distributed::MeshCoordinate get_prev_neighbor(const distributed::MeshCoordinate& tensor_coord,
                                                  std::int32_t dim) const;

    distributed::MeshCoordinate get_device_coord(
        const distributed::MeshCoordinate& tensor_coord) const;
    std::optional<distributed::MeshCoordinate> get_tensor_coord(
        const distributed::MeshCoordinate& device_coord) const;

 private:
    distributed::MeshShape distribution_shape_;
    ttsl::SmallVector<distributed::MeshMapperConfig::Placement> placements_;
    std::vector<distributed::MeshCoordinate> mesh_coords_;
};

bool operator==(const TensorTopology& a, const TensorTopology& b);
bool operator!=(const TensorTopology& a, const TensorTopology& b);
std::ostream& operator<<(std::ostream& os, const TensorTopology& topology);

}  // namespace tt::tt_metal

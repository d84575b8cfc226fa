// How a tensor is spread over a mesh, and put together again.
#pragma once

#include <optional>
#include <ostream>
#include <tt-metalium/mesh_coord.hpp>
#include <tt_stl/small_vector.hpp>
#include <variant>

namespace tt::tt_metal::distributed {

struct MeshMapperConfig {
    struct Replicate {
        bool operator==(const Replicate&) const = default;
    };
    struct Shard {
        int dim = 0;

        bool operator==(const Shard&) const = default;
    };
    using Placement = std::variant<Replicate, Shard>;

    ttsl::SmallVector<Placement> placements;  // one for each dimension of the mesh
    std::optional<MeshShape> mesh_shape_override = std::nullopt;
    // A coordinate without dimensions means that none is given.
    MeshCoordinate mesh_offset_override = MeshCoordinate::zero_coordinate(0);
};

bool operator==(const MeshMapperConfig::Placement& a, const MeshMapperConfig::Placement& b);
std::ostream& operator<<(std::ostream& os, const MeshMapperConfig::Placement& placement);
std::ostream& operator<<(std::ostream& os, const MeshMapperConfig& config);

struct MeshComposerConfig {
    ttsl::SmallVector<int> dims;  // which dimension of the tensor each one of the mesh joins
    std::optional<MeshShape> mesh_shape_override = std::nullopt;
    MeshCoordinate mesh_offset_override = MeshCoordinate::zero_coordinate(0);
};

std::ostream& operator<<(std::ostream& os, const MeshComposerConfig& config);

}  // namespace tt::tt_metal::distributed

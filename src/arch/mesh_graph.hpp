// Mesh graph descriptors in upstream's text form: a mesh of chips that a user describes.
#pragma once

#include <string>
#include <string_view>

#include "arch/cluster.hpp"

namespace ironbird::arch {

// One mesh of a descriptor.
struct MeshGraph {
    std::string name;
    Family family = Family::wormhole;
    std::uint32_t rows = 1, columns = 1;
    bool wrap_rows = false, wrap_columns = false;
    std::uint32_t links = 1;  // between two neighbours
};

// `file` is for messages. Throws usage for what is no descriptor, and not_modelled for several
// meshes.
MeshGraph parse_mesh_graph(std::string_view text, const std::string& file);
MeshGraph read_mesh_graph(const std::string& file);

// The cluster that it describes, on chips of a product. Throws usage if a chip has too few
// channels.
Cluster cluster_of(const MeshGraph& graph, const Product& product);
// Throws usage if the mesh is not part of the cluster, in either direction.
void check_embeds(const MeshGraph& graph, const Cluster& cluster, const std::string& file);

}  // namespace ironbird::arch

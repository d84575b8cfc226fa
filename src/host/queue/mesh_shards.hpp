// How a two-dimensional array is cut over the devices of a mesh.
#pragma once

#include <cstdint>
#include <tt-metalium/mesh_buffer.hpp>
#include <vector>

namespace ironbird::host {

struct MeshShard {
    std::size_t row, column;         // among the shards
    std::vector<std::size_t> chips;  // places in the mesh that hold it
};

std::vector<MeshShard> mesh_shards(const tt::tt_metal::distributed::MeshBuffer& buffer);

// One shard's bytes out of the array, and back into it.
std::vector<std::uint8_t> gather_shard(const tt::tt_metal::distributed::MeshBuffer& buffer,
                                       const MeshShard& shard, const void* array);
void scatter_shard(const tt::tt_metal::distributed::MeshBuffer& buffer, const MeshShard& shard,
                   const std::vector<std::uint8_t>& bytes, void* array);

}  // namespace ironbird::host

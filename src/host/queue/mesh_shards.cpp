// Shards of mesh buffers, with their copies along dimensions that are not cut.
#include "host/queue/mesh_shards.hpp"

#include <cstring>

namespace ironbird::host {
namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

// The devices of the n-th shard: one, or a whole column, row or mesh of copies.
std::vector<std::size_t> holders(const MeshBuffer& buffer, std::size_t n) {
    const MeshDevice& mesh = *buffer.device();
    const std::size_t rows = mesh.num_rows(), columns = mesh.num_cols();
    const auto [whole_height, whole_width] = buffer.replicated_dims();
    const bool row_major =
        buffer.global_shard_spec().shard_orientation == ShardOrientation::ROW_MAJOR;
    std::vector<std::size_t> chips;
    if (whole_height && whole_width) {
        for (std::size_t i = 0; i < rows * columns; i++) chips.push_back(i);
    } else if (whole_height || whole_width) {
        for (std::size_t i = 0; i < (row_major ? rows : columns); i++)
            chips.push_back(row_major ? i * columns + n : n * columns + i);
    } else {
        chips.push_back(row_major ? n : n % rows * columns + n / rows);
    }
    return chips;
}

// Calls copy(position in the array, position in the shard, length) for each row of a shard.
template <class Copy>
void for_each_row(const MeshBuffer& buffer, const MeshShard& shard, Copy copy) {
    const auto [height, width] = buffer.physical_shard_shape();
    const std::size_t datum = buffer.datum_size_bytes();
    const std::size_t pitch = buffer.global_shard_spec().global_buffer_shape.width() * datum;
    const std::size_t length = width * datum;
    for (std::size_t y = 0; y < height; y++)
        copy((shard.row * height + y) * pitch + shard.column * length, y * length, length);
}

}  // namespace

std::vector<MeshShard> mesh_shards(const MeshBuffer& buffer) {
    const auto [height, width] = buffer.global_shard_spec().global_buffer_shape;
    const auto [shard_height, shard_width] = buffer.physical_shard_shape();
    std::vector<MeshShard> shards;
    for (std::size_t row = 0; row < height / shard_height; row++)
        for (std::size_t column = 0; column < width / shard_width; column++)
            shards.push_back({row, column, holders(buffer, shards.size())});
    return shards;
}

std::vector<std::uint8_t> gather_shard(const MeshBuffer& buffer, const MeshShard& shard,
                                       const void* array) {
    std::vector<std::uint8_t> bytes(buffer.device_local_size());
    const auto* from = static_cast<const std::uint8_t*>(array);
    for_each_row(buffer, shard, [&](auto whole, auto part, auto length) {
        std::memcpy(bytes.data() + part, from + whole, length);
    });
    return bytes;
}

void scatter_shard(const MeshBuffer& buffer, const MeshShard& shard,
                   const std::vector<std::uint8_t>& bytes, void* array) {
    auto* to = static_cast<std::uint8_t*>(array);
    for_each_row(buffer, shard, [&](auto whole, auto part, auto length) {
        std::memcpy(to + whole, bytes.data() + part, length);
    });
}

}  // namespace ironbird::host

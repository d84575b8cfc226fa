// Tile shapes that the hardware (or the host alone) can handle.
#include <algorithm>
#include <tt-metalium/tile.hpp>

#include "base/require.hpp"

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;
namespace {

constexpr std::uint32_t kL1Alignment = 16;  // of every chip

bool exists(std::uint32_t height, std::uint32_t width) {
    const bool power_of_two = height != 0 && (height & (height - 1)) == 0;
    return power_of_two && height <= constants::TILE_HEIGHT &&
           (width == constants::TILE_WIDTH || width == constants::FACE_WIDTH);
}

}  // namespace

Tile::Tile(std::array<std::uint32_t, 2> shape, bool transpose_tile)
    : tile_shape_(shape),
      face_shape_{std::min(shape[0], constants::FACE_HEIGHT), constants::FACE_WIDTH},
      transposed_(transpose_tile) {
    require(exists(shape[0], shape[1]), Fault::tile_shape, "there are no tiles of {}x{}", shape[0],
            shape[1]);
    require(!transpose_tile || shape[0] >= constants::FACE_HEIGHT, Fault::tile_shape,
            "a tile of height {} cannot be transposed", shape[0]);
}

std::uint32_t Tile::get_tile_size(const DataFormat& format) const {
    const auto& row = format_detail::layout(format);
    const std::uint32_t data = get_tile_hw() * row.bits / 8;
    if (row.scale_block == 0) return data;
    return data + round_up(get_tile_hw() / row.scale_block, kL1Alignment);
}

std::ostream& operator<<(std::ostream& os, const Tile& tile) {
    const auto [height, width] = tile.get_tile_shape();
    const auto [face_height, face_width] = tile.get_face_shape();
    return os << fmt::format("Tile(tile_shape={{{}, {}}},face_shape={{{}, {}}},num_faces={})",
                             height, width, face_height, face_width, tile.get_num_faces());
}

}  // namespace tt::tt_metal

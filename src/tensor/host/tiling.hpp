// A stored matrix in rows and in tiles, at the speed of memory.
#pragma once

#include <cstddef>
#include <span>
#include <tt-metalium/shape2d.hpp>
#include <tt-metalium/tile.hpp>

namespace ironbird::tensor {

// Both buffers hold the whole matrix, whose sides are multiples of the tile's.
void rows_to_tiles(std::span<const std::byte> rows, std::span<std::byte> tiles,
                   const tt::tt_metal::Shape2D& matrix, const tt::tt_metal::Tile& tile,
                   std::size_t element_bytes);
void tiles_to_rows(std::span<const std::byte> tiles, std::span<std::byte> rows,
                   const tt::tt_metal::Shape2D& matrix, const tt::tt_metal::Tile& tile,
                   std::size_t element_bytes);

}  // namespace ironbird::tensor

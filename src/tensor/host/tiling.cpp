// Tiles are written one after another, face by face; a row of a face is one copy of fixed size.
#include "tensor/host/tiling.hpp"

#include <cstring>

#include "tensor/require.hpp"

namespace ironbird::tensor {

using tt::tt_metal::Shape2D;
using tt::tt_metal::Tile;

namespace {

struct Geometry {
    std::size_t tiles_down, tiles_across;
    std::size_t faces_down, faces_across, face_height, face_width;
    std::size_t pitch;  // bytes of a row of the matrix
    std::size_t element;
    bool transposed;
};

Geometry geometry(const Shape2D& matrix, const Tile& tile, std::size_t element) {
    const auto [height, width] = tile.get_tile_shape();
    const auto [face_height, face_width] = tile.get_face_shape();
    require(matrix.height() % height == 0 && matrix.width() % width == 0,
            "a matrix of {} is not made of tiles of {}x{}", matrix, height, width);
    return {matrix.height() / height,
            matrix.width() / width,
            height / face_height,
            width / face_width,
            face_height,
            face_width,
            matrix.width() * element,
            element,
            tile.get_transpose_of_faces()};
}

// Calls row(offset in the matrix, offset in the tiles) for each row of each face.
template <typename Row>
void for_each_row(const Geometry& g, Row row) {
    const std::size_t face_row = g.face_width * g.element, face_step = g.pitch * g.face_height;
    const std::size_t tile_step = g.faces_across * face_row;
    std::size_t tiled = 0;
    for (std::size_t down = 0; down < g.tiles_down; down++) {
        const std::size_t top = down * g.faces_down * face_step;
        for (std::size_t across = 0; across < g.tiles_across; across++)
            for (std::size_t fy = 0; fy < g.faces_down; fy++)
                for (std::size_t fx = 0; fx < g.faces_across; fx++) {
                    std::size_t flat = top + fy * face_step + across * tile_step + fx * face_row;
                    for (std::size_t r = 0; r < g.face_height; r++) {
                        row(flat, tiled);
                        flat += g.pitch;
                        tiled += face_row;
                    }
                }
    }
}

// With transposed faces every element moves on its own.
template <typename Element>
void for_each_element(const Geometry& g, Element element) {
    std::size_t tiled = 0;
    for (std::size_t down = 0; down < g.tiles_down; down++)
        for (std::size_t across = 0; across < g.tiles_across; across++)
            for (std::size_t fx = 0; fx < g.faces_across; fx++)
                for (std::size_t fy = 0; fy < g.faces_down; fy++)
                    for (std::size_t c = 0; c < g.face_width; c++)
                        for (std::size_t r = 0; r < g.face_height; r++) {
                            const std::size_t y = (down * g.faces_down + fy) * g.face_height + r;
                            const std::size_t x = (across * g.faces_across + fx) * g.face_width + c;
                            element(y * g.pitch + x * g.element, tiled);
                            tiled += g.element;
                        }
}

template <std::size_t Bytes, bool ToTiles>
void copy_rows(const Geometry& g, const std::byte* from, std::byte* to) {
    for_each_row(g, [=](std::size_t flat, std::size_t tiled) {
        std::memcpy(to + (ToTiles ? tiled : flat), from + (ToTiles ? flat : tiled), Bytes);
    });
}

template <bool ToTiles>
void copy(const Geometry& g, const std::byte* from, std::byte* to) {
    const std::size_t run = g.face_width * g.element;
    if (g.transposed)
        for_each_element(g, [=, &g](std::size_t flat, std::size_t tiled) {
            std::memcpy(to + (ToTiles ? tiled : flat), from + (ToTiles ? flat : tiled), g.element);
        });
    else if (run == 16)
        copy_rows<16, ToTiles>(g, from, to);
    else if (run == 32)
        copy_rows<32, ToTiles>(g, from, to);
    else if (run == 64)
        copy_rows<64, ToTiles>(g, from, to);
    else
        for_each_row(g, [=](std::size_t flat, std::size_t tiled) {
            std::memcpy(to + (ToTiles ? tiled : flat), from + (ToTiles ? flat : tiled), run);
        });
}

void check_sizes(std::size_t a, std::size_t b, const Shape2D& matrix, std::size_t element) {
    const std::size_t bytes = matrix.height() * matrix.width() * element;
    require(a == bytes && b == bytes, "a matrix of {} has {} bytes, not {} or {}", matrix, bytes, a,
            b);
}

}  // namespace

void rows_to_tiles(std::span<const std::byte> rows, std::span<std::byte> tiles,
                   const Shape2D& matrix, const Tile& tile, std::size_t element_bytes) {
    check_sizes(rows.size(), tiles.size(), matrix, element_bytes);
    copy<true>(geometry(matrix, tile, element_bytes), rows.data(), tiles.data());
}

void tiles_to_rows(std::span<const std::byte> tiles, std::span<std::byte> rows,
                   const Shape2D& matrix, const Tile& tile, std::size_t element_bytes) {
    check_sizes(rows.size(), tiles.size(), matrix, element_bytes);
    copy<false>(geometry(matrix, tile, element_bytes), tiles.data(), rows.data());
}

}  // namespace ironbird::tensor

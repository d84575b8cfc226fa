// The shape of a tile and of the faces that it is made of.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/constants.hpp>
#include <tt-metalium/math.hpp>
#include <tt-metalium/tt_backend_api_types.hpp>
#include <tuple>

namespace tt::tt_metal {

// Height 1, 2, 4, 8, 16 or 32 and width 16 or 32 (height 32 and 16 with either width).
struct Tile {
    Tile(std::array<std::uint32_t, 2> tile_shape = {constants::TILE_HEIGHT, constants::TILE_WIDTH},
         bool transpose_tile = false);

    std::uint32_t get_height() const { return tile_shape_[0]; }
    std::uint32_t get_width() const { return tile_shape_[1]; }
    std::uint32_t get_num_faces() const { return get_tile_hw() / get_face_hw(); }
    std::uint32_t get_tile_hw() const { return tile_shape_[0] * tile_shape_[1]; }
    std::uint32_t get_face_hw() const { return face_shape_[0] * face_shape_[1]; }
    std::uint32_t get_partial_face() const { return tile_shape_[0] < constants::TILE_HEIGHT; }
    std::uint32_t get_narrow_tile() const { return tile_shape_[1] < constants::TILE_WIDTH; }
    std::array<std::uint32_t, 2> get_tile_shape() const { return tile_shape_; }
    std::array<std::uint32_t, 2> get_face_shape() const { return face_shape_; }
    bool get_transpose_within_face() const { return transposed_; }
    bool get_transpose_of_faces() const { return transposed_; }

    // Bytes in memory; the exponents of a block format are padded to L1's alignment.
    std::uint32_t get_tile_size(const DataFormat& format) const;

    bool operator==(const Tile& o) const {
        return tile_shape_ == o.tile_shape_ && face_shape_ == o.face_shape_;
    }

    static constexpr auto attribute_names =
        std::forward_as_tuple("tile_shape", "face_shape", "num_faces");
    auto attribute_values() const {
        return std::make_tuple(tile_shape_, face_shape_, get_num_faces());
    }

 private:
    std::array<std::uint32_t, 2> tile_shape_;
    std::array<std::uint32_t, 2> face_shape_;
    bool transposed_ = false;  // data within faces and the order of faces
};

std::ostream& operator<<(std::ostream& os, const Tile& tile);

}  // namespace tt::tt_metal

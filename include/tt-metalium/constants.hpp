// Sizes of tiles and faces; kernels include it too.
#pragma once

#include <cstdint>

namespace tt::constants {

using std::uint32_t;

constexpr uint32_t TILE_HEIGHT = 32;
constexpr uint32_t TILE_WIDTH = 32;
constexpr uint32_t TILE_HW = TILE_HEIGHT * TILE_WIDTH;
constexpr uint32_t FACE_HEIGHT = 16;
constexpr uint32_t FACE_WIDTH = 16;
constexpr uint32_t FACE_HW = FACE_HEIGHT * FACE_WIDTH;

// Bytes of a block-float tile: the mantissas and one exponent per 16 of them.
constexpr uint32_t BFLOAT8_B_TILE_HW = TILE_HW + TILE_HW / 16;
constexpr uint32_t BFLOAT4_B_TILE_HW = TILE_HW / 2 + TILE_HW / 16;

}  // namespace tt::constants

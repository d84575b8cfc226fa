// Shapes of tiles and faces, and the compute processors by name.
#pragma once

#include <cstdint>

namespace ckernel {

inline constexpr std::uint32_t FACE_HEIGHT = 16, FACE_WIDTH = 16;
inline constexpr std::uint32_t TILE_HEIGHT = 32, TILE_WIDTH = 32;
inline constexpr std::uint32_t FACE_R_DIM = FACE_HEIGHT, FACE_C_DIM = FACE_WIDTH;
inline constexpr std::uint32_t TILE_R_DIM = TILE_HEIGHT, TILE_C_DIM = TILE_WIDTH;
inline constexpr std::uint32_t TILE_NUM_FACES = 4;

enum ThreadId : std::uint8_t { UnpackThreadId, MathThreadId, PackThreadId, BriscThreadId };

}  // namespace ckernel

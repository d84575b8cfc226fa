// The face function of upstream's example of a hand-written sum of two tiles.
#pragma once

#include "sfpi.h"

namespace ckernel::sfpu {

// Called once per face, with the numbers of the tiles; a tile has 32 rows of lanes, a face eight.
inline void my_add_tile_face(const uint32_t dst_index_in0, const uint32_t dst_index_in1,
                             const uint32_t dst_index_out) {
    for (int row = 0; row < 8; ++row) {
        const sfpi::vFloat left = sfpi::dst_reg[int(dst_index_in0) * 32 + row];
        const sfpi::vFloat right = sfpi::dst_reg[int(dst_index_in1) * 32 + row];
        sfpi::dst_reg[int(dst_index_out) * 32 + row] = left + right;
    }
}

}  // namespace ckernel::sfpu

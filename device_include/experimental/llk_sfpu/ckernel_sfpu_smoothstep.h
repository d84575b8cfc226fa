// The face function of upstream's example of a hand-written smooth step between two edges.
#pragma once

#include "sfpi.h"

namespace ckernel::sfpu {

// t² (3 - 2t), where t runs from 0 at the first edge to 1 at the second.
inline void smoothstep_tile_face(float edge0, float edge1, float inv_delta) {
    for (int row = 0; row < 8; ++row) {
        const sfpi::vFloat x = sfpi::dst_reg[row];
        const sfpi::vFloat t = sfpi::clamp((x - edge0) * inv_delta, 0.0f, 1.0f);
        sfpi::dst_reg[row] = (3.0f - t * 2.0f) * (t * t);
    }
}

}  // namespace ckernel::sfpu

// Products with one column broadcast over a row of tiles.
#pragma once

#include "api/compute/bcast.h"

namespace ckernel {

ALWI void mul_bcast_cols_init_short_custom(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    mul_bcast_cols_init(icb0, icb1);
}
// ct_dim tiles from itile0 on, each times the first column of tile itile1.
ALWI void mul_tiles_bcast_cols_custom(uint32_t icb0, uint32_t icb1, uint32_t itile0,
                                      uint32_t itile1, uint32_t idst, uint32_t ct_dim) {
    for (uint32_t t = 0; t < ct_dim; ++t)
        mul_tiles_bcast_cols(icb0, icb1, itile0 + t, itile1, idst + t);
}

}  // namespace ckernel

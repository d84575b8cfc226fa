// Matrix products of tiles and of blocks of tiles.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/matmul_2025.h"

#ifndef MM_THROTTLE
#define MM_THROTTLE 0
#endif

namespace ckernel {

ALWI void matmul_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0,
                      uint32_t call_line = 0) {
    ironbird::compute::multiply_init(transpose);
}
ALWI void matmul_block_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0,
                            uint32_t ct_dim = 1, uint32_t rt_dim = 1, uint32_t kt_dim = 1,
                            uint32_t call_line = 0) {
    ironbird::compute::multiply_init(transpose, ct_dim, rt_dim, kt_dim);
}

// Dst[idst] += in0 tile x in1 tile. Whether in1 is transposed the init has said; the older form
// repeats it.
ALWI void matmul_tiles(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index,
                       uint32_t in1_tile_index, uint32_t idst, uint32_t transpose = 0) {
    ironbird::compute::unpack_matmul(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, 1, 1, 1,
                                     transpose ? IB_UNPACK_TRANSPOSES : 0);
    ironbird::compute::math_matmul(idst);
}
template <uint32_t num_faces = 4>
ALWI void matmul_tiles_math(uint32_t idst) {
    ironbird::compute::math_matmul(idst);
}

// rt_dim tiles of in0, kt_dim apart, with ct_dim tiles of in1: one step of the inner dimension.
ALWI void matmul_block(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index,
                       uint32_t in1_tile_index, uint32_t idst, uint32_t transpose, uint32_t ct_dim,
                       uint32_t rt_dim, uint32_t kt_dim, uint32_t call_line = 0) {
    ironbird::compute::unpack_matmul(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, ct_dim,
                                     rt_dim, kt_dim, transpose ? IB_UNPACK_TRANSPOSES : 0);
    ironbird::compute::math_matmul(idst, ct_dim, rt_dim);
}

}  // namespace ckernel

// Tiles from circular buffers into Dst as they are.
#pragma once

#include "api/compute/common_globals.h"
#include "ironbird/compute/reconfigure.h"

namespace ironbird::compute {

FORCE_INLINE void copy_init(uint32_t cb, bool faces, bool within) {
    unpack_transposed((faces ? IB_UNPACK_TRANSPOSE_FACES : 0) |
                      (within ? IB_UNPACK_TRANSPOSE_WITHIN : 0));
    unpack_is(setup::unpack::transposed(setup::unpack::one(IB_BCAST_NONE, copy_shape(cb)), faces,
                                        within, faces || within));
    math_is(setup::math::copy(loop_shape(cb)));
}

}  // namespace ironbird::compute

namespace ckernel {

// `transpose` exchanges the middle faces, the other flag transposes each face.
ALWI void copy_tile_to_dst_init_short(uint32_t cbid, uint32_t transpose = 0,
                                      uint32_t transpose_within_16x16_face = false,
                                      uint32_t call_line = 0) {
    ironbird::compute::copy_init(cbid, transpose, transpose_within_16x16_face);
}
ALWI void copy_tile_init(uint32_t cbid, uint32_t call_line = 0) {
    ironbird::compute::copy_init(cbid, false, false);
}
ALWI void copy_tile_to_dst_init_short_with_dt(uint32_t old_cbid, uint32_t new_cbid,
                                              uint32_t transpose = 0) {
    ironbird::compute::change_source(IB_SRC_A, {old_cbid, new_cbid});
    copy_tile_to_dst_init_short(new_cbid, transpose);
}

ALWI void copy_tile(uint32_t in_cb_id, uint32_t in_tile_index, uint32_t dst_tile_index) {
    ironbird::compute::unpack_copy(in_cb_id, in_tile_index);
    ironbird::compute::math_copy(in_cb_id, dst_tile_index);
}
ALWI void copy_block(uint32_t in_cb_id, uint32_t start_in_tile_index, uint32_t start_dst_tile_index,
                     uint32_t ntiles) {
    for (uint32_t t = 0; t < ntiles; ++t)
        copy_tile(in_cb_id, start_in_tile_index + t, start_dst_tile_index + t);
}
ALWI void copy_block_matmul_partials(uint32_t in_cb_id, uint32_t start_in_tile_index,
                                     uint32_t start_dst_tile_index, uint32_t ntiles) {
    copy_block(in_cb_id, start_in_tile_index, start_dst_tile_index, ntiles);
}

}  // namespace ckernel

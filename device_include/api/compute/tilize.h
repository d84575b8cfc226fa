// From row-major data to tiles.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/reconfigure.h"
#include "ironbird/compute/tilizing.h"

namespace ckernel {

ALWI void tilize_init(uint32_t icb, uint32_t block, uint32_t ocb, uint32_t call_line = 0) {
    ironbird::compute::tilize_begin(icb, ocb);
}
ALWI void tilize_init_short_with_dt(uint32_t old_icb, uint32_t new_icb, uint32_t block,
                                    uint32_t ocb) {
    ironbird::compute::change_source(IB_SRC_A, {old_icb, new_icb});
    tilize_init(new_icb, block, ocb);
}
ALWI void tilize_block(uint32_t icb, uint32_t block, uint32_t ocb, uint32_t input_tile_index = 0,
                       uint32_t output_tile_index = 0) {
    ironbird::compute::tilize_row(icb, block, ocb, input_tile_index, output_tile_index);
}
ALWI void tilize_uninit(uint32_t icb, uint32_t ocb) {
    ironbird::compute::tilize_end(icb, ocb);
}
ALWI void tilize_uninit_with_dt(uint32_t old_icb, uint32_t new_icb, uint32_t ocb) {
    ironbird::compute::change_source(IB_SRC_A, {old_icb, new_icb});
    ironbird::compute::tilize_end(old_icb, ocb);
}

// The faster way of the chip to the same result.
ALWI void fast_tilize_init(uint32_t icb, uint32_t full_dim, uint32_t ocb, uint32_t call_line = 0) {
    ironbird::compute::fast_tilize_begin();
}
ALWI void fast_tilize_init_skip_remap(uint32_t icb, uint32_t full_dim, uint32_t ocb,
                                      uint32_t call_line = 0) {
    ironbird::compute::fast_tilize_begin();
}
ALWI void fast_tilize_init_with_dt(uint32_t icb, uint32_t full_dim, uint32_t ocb) {
    reconfig_data_format(icb, icb);
    ironbird::compute::fast_tilize_begin();
}
ALWI void fast_tilize_init_with_dt_skip_remap(uint32_t icb, uint32_t full_dim, uint32_t ocb) {
    fast_tilize_init_with_dt(icb, full_dim, ocb);
}
ALWI void fast_tilize_block(uint32_t icb, uint32_t block, uint32_t ocb,
                            uint32_t input_tile_index = 0, uint32_t output_tile_index = 0) {
    ironbird::compute::tilize_row<true>(icb, block, ocb, input_tile_index, output_tile_index);
}
ALWI void fast_tilize_uninit(uint32_t icb, uint32_t ocb, uint32_t full_dim = 0) {
    ironbird::compute::fast_tilize_end(ocb);
}

// ---- SrcA from row-major data, SrcB from a tile: pooling ----

template <bool neginf_srcA = true, bool zero_srcA_reduce = false>
ALWI void tilizeA_B_reduce_init(uint32_t icb0, uint32_t icb1_scaler, uint32_t block) {
    using namespace ironbird::compute;
    unpack_transposed(0);
    unpack_is(setup::unpack::rows(setup::Loop::rows_pair, setup::unpack::kTilizes));
#if defined(REDUCE_OP) && defined(REDUCE_DIM)
    math_is(setup::math::reduction(uint32_t(REDUCE_OP), uint32_t(REDUCE_DIM), kernel_fidelity()));
#else
    math_is(setup::unknown(setup::math::reduction(IB_POOL_SUM, IB_REDUCE_ROW, kernel_fidelity())));
#endif
}
template <bool neginf_srcA = true, bool zero_srcA_reduce = false>
ALWI void tilizeA_B_reduce_init(uint32_t icb0, uint32_t icb1_scaler, uint32_t block, uint32_t ocb,
                                uint32_t num_faces = 4, uint32_t face_r_dim = 16) {
    ironbird::compute::start(icb0, icb1_scaler, ocb);
    tilizeA_B_reduce_init<neginf_srcA, zero_srcA_reduce>(icb0, icb1_scaler, block);
}
template <bool neginf_srcA = true, uint32_t reload_srcB = true, bool zero_srcA = false,
          bool zero_srcA_reduce = false>
ALWI void unpack_tilizeA_B_block(uint32_t icb0, uint32_t icb1, uint32_t block, uint32_t tile_idx_b,
                                 uint32_t num_faces = 0, uint32_t srca_face_r_dim = 0) {
    ironbird::compute::unpack_tilize_pairs(
        icb0, icb1, block, tile_idx_b, num_faces, srca_face_r_dim,
        (neginf_srcA ? IB_UNPACK_NEGINF_A : 0) |
            (zero_srcA || zero_srcA_reduce ? IB_UNPACK_ZERO_A : 0));
}
ALWI void unpack_tilizeA_B_uninit(uint32_t icb) {
    using namespace ironbird::compute;
    unpack_is(setup::unpack::tiles_again());
    source_shapes(IB_SRC_A, icb, icb);
}

}  // namespace ckernel

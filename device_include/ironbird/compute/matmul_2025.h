// Setting up matrix products, and the inits by their names of 2025: full ones, short ones, and
// short ones that bring new formats. in0 goes to SrcB, in1 to SrcA.
#pragma once

#include "api/compute/common_globals.h"
#include "ironbird/compute/reconfigure.h"

namespace ironbird::compute {

FORCE_INLINE void multiply_init(bool transpose_in1, uint32_t ct = 1, uint32_t rt = 1,
                                uint32_t kt = 1) {
    unpack_transposed(transpose_in1 ? kTransposeWhole : 0);
    if constexpr (kCalculates) remembered.transposed_in1 = transpose_in1;
    unpack_is(setup::unpack::matmul(ct, rt, kt, transpose_in1));
    math_is(setup::math::matmul(ct, rt, kernel_fidelity()));
}

}  // namespace ironbird::compute

namespace ckernel {

ALWI void mm_init_short(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0) {
    ironbird::compute::multiply_init(transpose);
}
ALWI void mm_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t out_cb_id,
                  uint32_t transpose = 0) {
    ironbird::compute::start(in1_cb_id, in0_cb_id, out_cb_id);
    ironbird::compute::multiply_init(transpose);
}
ALWI void mm_init_short_with_dt(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t c_in_old_srca,
                                uint32_t transpose = 0) {
    ironbird::compute::change_source(IB_SRC_A, {c_in_old_srca, in1_cb_id});
    ironbird::compute::multiply_init(transpose);
}

ALWI void mm_block_init_short(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t transpose = 0,
                              uint32_t ct_dim = 1, uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    ironbird::compute::multiply_init(transpose, ct_dim, rt_dim, kt_dim);
}
ALWI void mm_block_init(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t out_cb_id,
                        uint32_t transpose = 0, uint32_t ct_dim = 1, uint32_t rt_dim = 1,
                        uint32_t kt_dim = 1) {
    ironbird::compute::start(in1_cb_id, in0_cb_id, out_cb_id);
    ironbird::compute::multiply_init(transpose, ct_dim, rt_dim, kt_dim);
}
ALWI void mm_block_init_short_with_dt(uint32_t in0_cb_id, uint32_t in1_cb_id,
                                      uint32_t old_in1_cb_id, uint32_t transpose = 0,
                                      uint32_t ct_dim = 1, uint32_t rt_dim = 1,
                                      uint32_t kt_dim = 1) {
    ironbird::compute::change_source(IB_SRC_A, {old_in1_cb_id, in1_cb_id});
    ironbird::compute::multiply_init(transpose, ct_dim, rt_dim, kt_dim);
}
ALWI void mm_block_init_short_with_both_dt(uint32_t in0_cb_id, uint32_t in1_cb_id,
                                           uint32_t old_in0_cb_id, uint32_t old_in1_cb_id,
                                           uint32_t transpose = 0, uint32_t ct_dim = 1,
                                           uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    ironbird::compute::change_sources({old_in1_cb_id, in1_cb_id}, {old_in0_cb_id, in0_cb_id});
    ironbird::compute::multiply_init(transpose, ct_dim, rt_dim, kt_dim);
}

}  // namespace ckernel

// Block products by another way of programming the matrix unit, with the same results.
#pragma once

#include "api/compute/matmul.h"

namespace ckernel {

// The model does not follow how these set the units up: any operation may come after them.
ALWI void mm_no_mop_init_short(uint32_t in0_cb_id, uint32_t in1_cb_id, bool transpose = false,
                               uint32_t ct_dim = 1, uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    using namespace ironbird::compute;
    multiply_init(transpose, ct_dim, rt_dim, kt_dim);
    unpack_is(setup::unknown(setup::unpack::matmul(1, 1, 1, false)));
    math_is(setup::unknown(setup::math::matmul(1, 1, 0)));
}
ALWI void mm_no_mop_reinit_short(uint32_t in0_cb_id, uint32_t in1_cb_id, bool transpose = false,
                                 uint32_t ct_dim = 1, uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    using namespace ironbird::compute;
    multiply_init(transpose, ct_dim, rt_dim, kt_dim);
    unpack_is(setup::unknown(setup::unpack::matmul(1, 1, 1, false)));
    math_is(setup::unknown(setup::math::matmul(1, 1, 0)));
}
ALWI void matmul_block_no_mop(uint32_t in0_cb_id, uint32_t in1_cb_id, uint32_t in0_tile_index,
                              uint32_t in1_tile_index, uint32_t idst, bool transpose,
                              uint32_t ct_dim, uint32_t rt_dim, uint32_t kt_dim) {
    using namespace ironbird::compute;
    unpack_matmul(in0_cb_id, in1_cb_id, in0_tile_index, in1_tile_index, ct_dim, rt_dim, kt_dim,
                  IB_UNPACK_CUSTOM);
    math_matmul(idst, ct_dim, rt_dim, kernel_fidelity(), IB_MATH_CUSTOM);
}

}  // namespace ckernel

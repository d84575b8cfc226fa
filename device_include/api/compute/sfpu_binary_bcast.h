// A tile with one row or column of another, on the vector unit.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <BroadcastType Dim>
ALWI void sfpu_bcast_init() {
    ironbird::compute::sfpu_is(Dim == BroadcastType::ROW ? IB_SFPU_COUNT : IB_SFPU_sfpu_bcast);
}

template <BroadcastType Dim, EltwiseBinaryType Op>
ALWI void sfpu_bcast(uint32_t dst_data_idx, uint32_t dst_bcast_idx) {
    static_assert(Dim == BroadcastType::COL || Dim == BroadcastType::ROW,
                  "sfpu_bcast spreads a column or a row");
    static_assert(Op == EltwiseBinaryType::ELWADD || Op == EltwiseBinaryType::ELWSUB ||
                      Op == EltwiseBinaryType::ELWMUL,
                  "sfpu_bcast adds, subtracts and multiplies");
    ironbird::compute::sfpu(
        IB_SFPU_sfpu_bcast, {dst_data_idx, dst_bcast_idx},
        {.form = Dim == BroadcastType::ROW ? ironbird::compute::kUnknownForm : 0}, Op, Dim);
}

ALWI void sfpu_bcast_col_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sfpu_bcast);
}
ALWI void sfpu_add_bcast_col_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sfpu_bcast);
}
ALWI void sfpu_add_bcast_col(uint32_t dst_data_idx, uint32_t dst_col_vec_idx) {
    sfpu_bcast<BroadcastType::COL, EltwiseBinaryType::ELWADD>(dst_data_idx, dst_col_vec_idx);
}
ALWI void sfpu_sub_bcast_col_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sfpu_bcast);
}
ALWI void sfpu_sub_bcast_col(uint32_t dst_data_idx, uint32_t dst_col_vec_idx) {
    sfpu_bcast<BroadcastType::COL, EltwiseBinaryType::ELWSUB>(dst_data_idx, dst_col_vec_idx);
}
ALWI void sfpu_mul_bcast_col_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sfpu_bcast);
}
ALWI void sfpu_mul_bcast_col(uint32_t dst_data_idx, uint32_t dst_col_vec_idx) {
    sfpu_bcast<BroadcastType::COL, EltwiseBinaryType::ELWMUL>(dst_data_idx, dst_col_vec_idx);
}
ALWI void sfpu_bcast_row_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT);
}
ALWI void sfpu_add_bcast_row_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT);
}
ALWI void sfpu_add_bcast_row(uint32_t dst_data_idx, uint32_t dst_row_vec_idx) {
    sfpu_bcast<BroadcastType::ROW, EltwiseBinaryType::ELWADD>(dst_data_idx, dst_row_vec_idx);
}
ALWI void sfpu_sub_bcast_row_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT);
}
ALWI void sfpu_sub_bcast_row(uint32_t dst_data_idx, uint32_t dst_row_vec_idx) {
    sfpu_bcast<BroadcastType::ROW, EltwiseBinaryType::ELWSUB>(dst_data_idx, dst_row_vec_idx);
}
ALWI void sfpu_mul_bcast_row_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT);
}
ALWI void sfpu_mul_bcast_row(uint32_t dst_data_idx, uint32_t dst_row_vec_idx) {
    sfpu_bcast<BroadcastType::ROW, EltwiseBinaryType::ELWMUL>(dst_data_idx, dst_row_vec_idx);
}

}  // namespace ckernel

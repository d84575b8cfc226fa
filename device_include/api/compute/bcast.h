// Element-wise operations whose second tile is broadcast over rows, columns or the whole tile, and
// tiles broadcast by themselves.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/elementwise.h"

namespace ckernel {

// ---- one tile ----

template <BroadcastType bcast_type>
ALWI void unary_bcast_init(uint32_t icb) {
    using namespace ironbird::compute;
    constexpr uint32_t broadcast = uint32_t(bcast_type);
    unpack_transposed(0);
    unpack_is(setup::unpack::one(broadcast, copy_shape(icb)));
    if (passes_src(icb))
        math_is(setup::math::past_src(broadcast));
    else if constexpr (bcast_type == BroadcastType::NONE)
        math_is(setup::math::copy(loop_shape(icb)));
    else
        math_is(setup::math::broadcast(broadcast, loop_shape(icb)));
}
template <BroadcastType bcast_type>
ALWI void unary_bcast_init(uint32_t icb, uint32_t ocb) {
    ironbird::compute::start(icb, icb, ocb);
    unary_bcast_init<bcast_type>(icb);
}
template <BroadcastType bcast_type>
ALWI void unary_bcast(uint32_t icb, uint32_t in_tile_index, uint32_t dst_tile_index) {
    ironbird::compute::unpack_spread(icb, in_tile_index, uint32_t(bcast_type));
    ironbird::compute::math_spread(icb, dst_tile_index, uint32_t(bcast_type));
}
template <BroadcastType bcast_type>
ALWI void unary_bcast_uninit(uint32_t icb) {}

template <BroadcastType old_bcast_type, BroadcastType new_bcast_type>
ALWI void reconfigure_unary_bcast(uint32_t old_icb, uint32_t new_icb, uint32_t old_ocb,
                                  uint32_t new_ocb) {
    reconfig_data_format(old_icb, new_icb, old_icb, new_icb);
    pack_reconfig_data_format(old_ocb, new_ocb);
    unary_bcast_init<new_bcast_type>(new_icb);
}

// ---- two tiles: operation and broadcast as template arguments ----

template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
ALWI void bcast_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    ironbird::compute::elementwise_init<tBcastOp, tBcastDim>(icb0);
}
template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
ALWI void init_bcast(uint32_t icb0, uint32_t icb1, uint32_t ocb, uint32_t call_line = 0) {
    ironbird::compute::start(icb0, icb1, ocb);
    bcast_init<tBcastOp, tBcastDim>(icb0, icb1);
}
template <EltwiseBinaryType tBcastOp, BroadcastType tBcastDim>
ALWI void any_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                          uint32_t idst, uint32_t bcast_row_idx = 0) {
    ironbird::compute::elementwise<tBcastOp, tBcastDim>(icb0, icb1, itile0, itile1, idst,
                                                        bcast_row_idx);
}
template <BroadcastType tBcastDim>
ALWI void add_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                          uint32_t idst, uint32_t bcast_row_idx = 0) {
    any_tiles_bcast<EltwiseBinaryType::ELWADD, tBcastDim>(icb0, icb1, itile0, itile1, idst,
                                                          bcast_row_idx);
}
template <BroadcastType tBcastDim>
ALWI void sub_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                          uint32_t idst, uint32_t bcast_row_idx = 0) {
    any_tiles_bcast<EltwiseBinaryType::ELWSUB, tBcastDim>(icb0, icb1, itile0, itile1, idst,
                                                          bcast_row_idx);
}
template <BroadcastType tBcastDim>
ALWI void mul_tiles_bcast(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                          uint32_t idst, uint32_t bcast_row_idx = 0) {
    any_tiles_bcast<EltwiseBinaryType::ELWMUL, tBcastDim>(icb0, icb1, itile0, itile1, idst,
                                                          bcast_row_idx);
}

// ---- two tiles: both in the name. The inits of 2025 end in _short. ----

ALWI void add_bcast_rows_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWADD, BroadcastType::ROW>(icb0, icb1);
}
ALWI void add_bcast_rows_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWADD, BroadcastType::ROW>(icb0, icb1);
}
ALWI void add_tiles_bcast_rows(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                               uint32_t idst, uint32_t bcast_row_idx = 0) {
    any_tiles_bcast<EltwiseBinaryType::ELWADD, BroadcastType::ROW>(icb0, icb1, itile0, itile1, idst,
                                                                   bcast_row_idx);
}

ALWI void add_bcast_cols_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWADD, BroadcastType::COL>(icb0, icb1);
}
ALWI void add_bcast_cols_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWADD, BroadcastType::COL>(icb0, icb1);
}
ALWI void add_tiles_bcast_cols(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                               uint32_t idst) {
    any_tiles_bcast<EltwiseBinaryType::ELWADD, BroadcastType::COL>(icb0, icb1, itile0, itile1,
                                                                   idst);
}

ALWI void add_bcast_scalar_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWADD, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void add_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWADD, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void add_tiles_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1) {
    bcast_init<EltwiseBinaryType::ELWADD, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void add_tiles_bcast_scalar(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                                 uint32_t idst) {
    any_tiles_bcast<EltwiseBinaryType::ELWADD, BroadcastType::SCALAR>(icb0, icb1, itile0, itile1,
                                                                      idst);
}

ALWI void sub_bcast_rows_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWSUB, BroadcastType::ROW>(icb0, icb1);
}
ALWI void sub_bcast_rows_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWSUB, BroadcastType::ROW>(icb0, icb1);
}
ALWI void sub_tiles_bcast_rows(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                               uint32_t idst, uint32_t bcast_row_idx = 0) {
    any_tiles_bcast<EltwiseBinaryType::ELWSUB, BroadcastType::ROW>(icb0, icb1, itile0, itile1, idst,
                                                                   bcast_row_idx);
}

ALWI void sub_bcast_cols_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWSUB, BroadcastType::COL>(icb0, icb1);
}
ALWI void sub_bcast_cols_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWSUB, BroadcastType::COL>(icb0, icb1);
}
ALWI void sub_tiles_bcast_cols(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                               uint32_t idst) {
    any_tiles_bcast<EltwiseBinaryType::ELWSUB, BroadcastType::COL>(icb0, icb1, itile0, itile1,
                                                                   idst);
}

ALWI void sub_bcast_scalar_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWSUB, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void sub_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1) {
    bcast_init<EltwiseBinaryType::ELWSUB, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void sub_tiles_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWSUB, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void sub_tiles_bcast_scalar(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                                 uint32_t idst) {
    any_tiles_bcast<EltwiseBinaryType::ELWSUB, BroadcastType::SCALAR>(icb0, icb1, itile0, itile1,
                                                                      idst);
}

ALWI void mul_bcast_rows_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::ROW>(icb0, icb1);
}
ALWI void mul_bcast_rows_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::ROW>(icb0, icb1);
}
ALWI void mul_tiles_bcast_rows(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                               uint32_t idst, uint32_t bcast_row_idx = 0) {
    any_tiles_bcast<EltwiseBinaryType::ELWMUL, BroadcastType::ROW>(icb0, icb1, itile0, itile1, idst,
                                                                   bcast_row_idx);
}

ALWI void mul_bcast_cols_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::COL>(icb0, icb1);
}
ALWI void mul_bcast_cols_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::COL>(icb0, icb1);
}
ALWI void mul_tiles_bcast_cols(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                               uint32_t idst) {
    any_tiles_bcast<EltwiseBinaryType::ELWMUL, BroadcastType::COL>(icb0, icb1, itile0, itile1,
                                                                   idst);
}

ALWI void mul_bcast_scalar_init(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void mul_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1) {
    bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void mul_tiles_bcast_scalar_init_short(uint32_t icb0, uint32_t icb1, uint32_t call_line = 0) {
    bcast_init<EltwiseBinaryType::ELWMUL, BroadcastType::SCALAR>(icb0, icb1);
}
ALWI void mul_tiles_bcast_scalar(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1,
                                 uint32_t idst) {
    any_tiles_bcast<EltwiseBinaryType::ELWMUL, BroadcastType::SCALAR>(icb0, icb1, itile0, itile1,
                                                                      idst);
}

}  // namespace ckernel

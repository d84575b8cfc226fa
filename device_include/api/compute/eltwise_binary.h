// Element-wise operations of the matrix unit on two tiles, or on a tile and Dst.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/elementwise.h"

namespace ckernel {

template <bool full_init, EltwiseBinaryType eltwise_binary_type>
ALWI void binary_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false,
                            uint32_t call_line = 0) {
    using namespace ironbird::compute;
    if constexpr (full_init) {
        elementwise_init<eltwise_binary_type>(icb0, acc_to_dest);
    } else {
        math_accumulates(acc_to_dest);
        math_elementwise_init<eltwise_binary_type, BroadcastType::NONE>(icb0);
    }
}
ALWI void binary_op_init_common(uint32_t icb0, uint32_t icb1, uint32_t ocb,
                                uint32_t call_line = 0) {
    using namespace ironbird::compute;
    start(icb0, icb1, ocb);
    unpack_is(setup::unpack::pair(IB_BCAST_NONE, loop_shape(icb0)));
}

// Sums and differences replace what Dst holds unless the init asked to accumulate; products always
// add to it.

ALWI void add_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false, uint32_t call_line = 0) {
    ironbird::compute::elementwise_init<EltwiseBinaryType::ELWADD>(icb0, acc_to_dest);
}
ALWI void add_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false,
                         uint32_t call_line = 0) {
    ironbird::compute::elementwise_init<EltwiseBinaryType::ELWADD>(icb0, acc_to_dest);
}
ALWI void add_tiles(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst) {
    ironbird::compute::elementwise<EltwiseBinaryType::ELWADD>(icb0, icb1, itile0, itile1, idst);
}
ALWI void add_block(uint32_t icb0, uint32_t icb1, uint32_t start_itile0, uint32_t start_itile1,
                    uint32_t start_idst, uint32_t ntiles) {
    ironbird::compute::elementwise_run<EltwiseBinaryType::ELWADD>(icb0, icb1, start_itile0,
                                                                  start_itile1, start_idst, ntiles);
}

ALWI void sub_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false, uint32_t call_line = 0) {
    ironbird::compute::elementwise_init<EltwiseBinaryType::ELWSUB>(icb0, acc_to_dest);
}
ALWI void sub_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = false,
                         uint32_t call_line = 0) {
    ironbird::compute::elementwise_init<EltwiseBinaryType::ELWSUB>(icb0, acc_to_dest);
}
ALWI void sub_tiles(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst) {
    ironbird::compute::elementwise<EltwiseBinaryType::ELWSUB>(icb0, icb1, itile0, itile1, idst);
}
ALWI void sub_block(uint32_t icb0, uint32_t icb1, uint32_t start_itile0, uint32_t start_itile1,
                    uint32_t start_idst, uint32_t ntiles) {
    ironbird::compute::elementwise_run<EltwiseBinaryType::ELWSUB>(icb0, icb1, start_itile0,
                                                                  start_itile1, start_idst, ntiles);
}

ALWI void mul_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = true, uint32_t call_line = 0) {
    ironbird::compute::elementwise_init<EltwiseBinaryType::ELWMUL>(icb0, acc_to_dest);
}
ALWI void mul_tiles_init(uint32_t icb0, uint32_t icb1, bool acc_to_dest = true,
                         uint32_t call_line = 0) {
    ironbird::compute::elementwise_init<EltwiseBinaryType::ELWMUL>(icb0, acc_to_dest);
}
ALWI void mul_tiles(uint32_t icb0, uint32_t icb1, uint32_t itile0, uint32_t itile1, uint32_t idst) {
    ironbird::compute::elementwise<EltwiseBinaryType::ELWMUL>(icb0, icb1, itile0, itile1, idst);
}
ALWI void mul_block(uint32_t icb0, uint32_t icb1, uint32_t start_itile0, uint32_t start_itile1,
                    uint32_t start_idst, uint32_t ntiles) {
    ironbird::compute::elementwise_run<EltwiseBinaryType::ELWMUL>(icb0, icb1, start_itile0,
                                                                  start_itile1, start_idst, ntiles);
}

// ---- one operand from Dst, where the result goes too ----

template <EltwiseBinaryType eltwise_binary_type = EltwiseBinaryType::ELWADD,
          EltwiseBinaryReuseDestType binary_reuse_dest = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles_init(uint32_t icb0, uint32_t call_line = 0) {
    ironbird::compute::elementwise_with_dst_init<eltwise_binary_type, binary_reuse_dest>(icb0);
}
template <EltwiseBinaryType eltwise_binary_type = EltwiseBinaryType::ELWADD,
          EltwiseBinaryReuseDestType binary_reuse_dest = EltwiseBinaryReuseDestType::NONE>
ALWI void binary_dest_reuse_tiles(uint32_t in_cb_id, uint32_t in_tile_index,
                                  uint32_t dst_tile_index) {
    ironbird::compute::elementwise_with_dst<eltwise_binary_type, binary_reuse_dest>(
        in_cb_id, in_tile_index, dst_tile_index);
}

template <EltwiseBinaryReuseDestType reuse_dest>
ALWI void add_reuse_dest_init(uint32_t icb, uint32_t call_line = 0) {
    ironbird::compute::elementwise_with_dst_init<EltwiseBinaryType::ELWADD, reuse_dest>(icb);
}
template <EltwiseBinaryReuseDestType reuse_dest>
ALWI void add_reuse_dest_tiles(uint32_t in_cb_id, uint32_t in_tile_index, uint32_t dst_tile_index) {
    binary_dest_reuse_tiles<EltwiseBinaryType::ELWADD, reuse_dest>(in_cb_id, in_tile_index,
                                                                   dst_tile_index);
}

template <EltwiseBinaryReuseDestType reuse_dest>
ALWI void sub_reuse_dest_init(uint32_t icb, uint32_t call_line = 0) {
    ironbird::compute::elementwise_with_dst_init<EltwiseBinaryType::ELWSUB, reuse_dest>(icb);
}
template <EltwiseBinaryReuseDestType reuse_dest>
ALWI void sub_reuse_dest_tiles(uint32_t in_cb_id, uint32_t in_tile_index, uint32_t dst_tile_index) {
    binary_dest_reuse_tiles<EltwiseBinaryType::ELWSUB, reuse_dest>(in_cb_id, in_tile_index,
                                                                   dst_tile_index);
}

template <EltwiseBinaryReuseDestType reuse_dest>
ALWI void mul_reuse_dest_init(uint32_t icb, uint32_t call_line = 0) {
    ironbird::compute::elementwise_with_dst_init<EltwiseBinaryType::ELWMUL, reuse_dest>(icb);
}
template <EltwiseBinaryReuseDestType reuse_dest>
ALWI void mul_reuse_dest_tiles(uint32_t in_cb_id, uint32_t in_tile_index, uint32_t dst_tile_index) {
    binary_dest_reuse_tiles<EltwiseBinaryType::ELWMUL, reuse_dest>(in_cb_id, in_tile_index,
                                                                   dst_tile_index);
}

}  // namespace ckernel

// Sums, averages and greatest values over the rows, the columns or the whole of tiles.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/reductions.h"
#include "tensor_shape.h"

// Until 2026 the defines of the host, or of the kernel itself, were the default.
#if defined(REDUCE_OP) && defined(REDUCE_DIM)
#define IB_REDUCE_TEMPLATE                                                         \
    template <PoolType reduce_type = REDUCE_OP, ReduceDim reduce_dim = REDUCE_DIM, \
              bool enforce_fp32_accumulation = false>
#else
#define IB_REDUCE_TEMPLATE \
    template <PoolType reduce_type, ReduceDim reduce_dim, bool enforce_fp32_accumulation = false>
#endif

namespace ckernel {

IB_REDUCE_TEMPLATE
ALWI void reduce_init(uint32_t icb, uint32_t icb_scaler, uint32_t ocb, uint32_t call_line = 0) {
    ironbird::compute::reduce_begin(uint32_t(reduce_type), uint32_t(reduce_dim), icb);
}
ALWI void reduce_uninit(uint32_t icb = 0) {
    ironbird::compute::pack_masked(IB_MASK_NONE);
}

// One tile times the scaler's first face, combined with what Dst[idst] holds.
IB_REDUCE_TEMPLATE
ALWI void reduce_tile(uint32_t icb, uint32_t icb_scaler, uint32_t itile, uint32_t itile_scaler,
                      uint32_t idst) {
    ironbird::compute::unpack_reduce(icb, icb_scaler, itile, itile_scaler, uint32_t(reduce_type),
                                     uint32_t(reduce_dim));
    ironbird::compute::math_reduce(uint32_t(reduce_type), uint32_t(reduce_dim), idst,
                                   ironbird::compute::faces_of(icb));
}
IB_REDUCE_TEMPLATE
ALWI void reduce_block(uint32_t icb, uint32_t icb_scaler, uint32_t start_itile,
                       uint32_t itile_scaler, uint32_t start_idst, uint32_t ntiles) {
    for (uint32_t t = 0; t < ntiles; ++t)
        reduce_tile<reduce_type, reduce_dim>(icb, icb_scaler, start_itile + t, itile_scaler,
                                             start_idst + t);
}

// Math's part alone: another call has unpacked.
IB_REDUCE_TEMPLATE
ALWI void reduce_tile_math(uint32_t idst, uint32_t num_faces = 4) {
    ironbird::compute::math_reduce(uint32_t(reduce_type), uint32_t(reduce_dim), idst, num_faces);
}
IB_REDUCE_TEMPLATE
ALWI void reduce_tile_math(uint32_t idst, const TensorShape& tensor_shape) {
    ironbird::compute::math_reduce(uint32_t(reduce_type), uint32_t(reduce_dim), idst,
                                   tensor_shape.total_num_faces());
}

}  // namespace ckernel

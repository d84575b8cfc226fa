// Transposition: in the unpacker; of 32-bit data, which passes Src by, half of it in Dst.
#pragma once

#include "ironbird/compute/startup.h"

namespace ironbird::compute {

FORCE_INLINE void transpose_init(uint32_t cb) {
    const bool past = passes_src(cb);
    unpack_transposed(past ? uint32_t(IB_UNPACK_TRANSPOSE_FACES) : kTransposeWhole);
    unpack_is(setup::unpack::transposed(setup::unpack::one(IB_BCAST_NONE, copy_shape(cb)), true,
                                        !past, false));
    if (past)
        math_is(setup::math::transpose_dst(true, false));
    else
        math_is(setup::math::copy(loop_shape(cb)));
}

FORCE_INLINE void math_transpose_dst(uint32_t dst, bool is_32bit_data, uint32_t how) {
    if constexpr (kCalculates) ib_math_transpose_dst(dst, is_32bit_data, how);
}

FORCE_INLINE void transpose(uint32_t cb, uint32_t tile, uint32_t dst) {
    unpack_copy(cb, tile, IB_UNPACK_TRANSPOSES);
    math_copy(cb, dst, IB_MATH_TRANSPOSES);
    if (passes_src(cb)) math_transpose_dst(dst, true, IB_UNPACK_TRANSPOSE_WITHIN);
}

}  // namespace ironbird::compute

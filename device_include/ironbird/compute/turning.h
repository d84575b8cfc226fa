// Transposition: in the unpacker; of 32-bit data, which passes Src by, half of it in Dst.
#pragma once

#include "ironbird/compute/startup.h"

namespace ironbird::compute {

FORCE_INLINE void turn_init(uint32_t cb) {
    unpack_turned(passes_src(cb) ? uint32_t(IB_UNPACK_TRANSPOSE_FACES) : kTransposeWhole);
}

FORCE_INLINE void math_turn_dst(uint32_t dst, bool is_32bit_data, uint32_t how) {
    if constexpr (kCalculates) ib_math_transpose_dst(dst, is_32bit_data, how);
}

FORCE_INLINE void turn(uint32_t cb, uint32_t tile, uint32_t dst) {
    unpack_copy(cb, tile);
    math_copy(cb, dst);
    if (passes_src(cb)) math_turn_dst(dst, true, IB_UNPACK_TRANSPOSE_WITHIN);
}

}  // namespace ironbird::compute

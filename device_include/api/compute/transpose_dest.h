// Tiles that are transposed where they lie in Dst.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/transposing.h"

namespace ckernel {

template <bool is_32bit = false, bool transpose_of_faces = true>
ALWI void transpose_dest_init(uint32_t operand = 0) {
    ironbird::compute::math_is(ironbird::setup::math::transpose_dst(is_32bit, transpose_of_faces));
}
template <bool is_32bit = false, bool transpose_of_faces = true>
ALWI void transpose_dest(uint32_t idst) {
    ironbird::compute::math_transpose_dst(
        idst, is_32bit,
        IB_UNPACK_TRANSPOSE_WITHIN | (transpose_of_faces ? IB_UNPACK_TRANSPOSE_FACES : 0));
}

}  // namespace ckernel

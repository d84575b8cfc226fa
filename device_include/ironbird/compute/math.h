// What the math processor does for each call; nothing on the other two.
#pragma once

#include "ironbird/compute/setup.h"
#include "llk_defs.h"

namespace ironbird::compute {

FORCE_INLINE void math_configure(uint32_t which, uint32_t cb_a, uint32_t cb_b) {
    if constexpr (kCalculates) ib_math_configure(which, input(cb_a), input(cb_b));
}

// What set-up for unary operations does: copies to a 16-bit Dst move bits.
FORCE_INLINE void math_keep_denormals() {
    if constexpr (kCalculates) ib_math_keep_denormals();
}

FORCE_INLINE void math_acquire() {
    if constexpr (kCalculates) ib_dst_acquire();
}
FORCE_INLINE void math_commit() {
    if constexpr (kCalculates) ib_dst_commit();
}

FORCE_INLINE void math_copy(uint32_t cb, uint32_t dst, uint32_t how = 0) {
    if constexpr (kCalculates)
        ib_math_copy(dst, IB_SRC_A, IB_BCAST_NONE, how | (passes_src(cb) ? IB_MATH_FROM_DST : 0));
}

FORCE_INLINE void math_spread(uint32_t cb, uint32_t dst, uint32_t bcast) {
    if constexpr (kCalculates) {
        const bool past = passes_src(cb);
        ib_math_copy(dst, past || bcast == IB_BCAST_NONE ? IB_SRC_A : IB_SRC_B, bcast,
                     past ? IB_MATH_FROM_DST : 0);
    }
}

// The init of an element-wise operation says whether results add to what Dst holds.
FORCE_INLINE void math_accumulates(bool accumulates) {
    if constexpr (kCalculates) remembered.reuse = accumulates ? IB_MATH_ACCUMULATE : 0;
}

// Sums and differences need no fidelity: they take the factors' bits whole.
FORCE_INLINE void math_binary(uint32_t op, uint32_t dst, uint32_t bcast, uint32_t fidelity) {
    if constexpr (kCalculates)
        ib_math_binary(op, dst, bcast, op == IB_ELW_MUL ? fidelity : 0, remembered.reuse);
}

// With Dst as an operand a product replaces it: the chip clears what it has moved.
FORCE_INLINE void math_binary_with_dst(uint32_t op, uint32_t dst, uint32_t flags) {
    if constexpr (kCalculates)
        ib_math_binary(op, dst, IB_BCAST_NONE, op == IB_ELW_MUL ? kernel_fidelity() : 0,
                       flags | (op == IB_ELW_MUL ? IB_MATH_CLEAR_DST : 0));
}

FORCE_INLINE void math_matmul(uint32_t dst, uint32_t ct = 1, uint32_t rt = 1,
                              uint32_t fidelity = kernel_fidelity(), uint32_t how = 0) {
    if constexpr (kCalculates)
        ib_math_matmul(dst, ct, rt, fidelity,
                       how | (remembered.transposed_in1 ? IB_MATH_TRANSPOSED : 0));
}

FORCE_INLINE void math_reduce(uint32_t pool, uint32_t dim, uint32_t dst, uint32_t faces,
                              uint32_t fidelity = kernel_fidelity(), uint32_t how = 0) {
    if constexpr (kCalculates) ib_math_reduce(pool, dim, dst, fidelity, faces, how);
}

constexpr uint32_t reuse_flags(ckernel::EltwiseBinaryReuseDestType reuse) {
    using enum ckernel::EltwiseBinaryReuseDestType;
    return reuse == DEST_TO_SRCA   ? uint32_t(IB_MATH_DST_TO_SRC_A)
           : reuse == DEST_TO_SRCB ? uint32_t(IB_MATH_DST_TO_SRC_B)
                                   : 0u;
}

}  // namespace ironbird::compute

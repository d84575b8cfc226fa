// Reductions: what their inits leave behind, and blocks of tiles.
#pragma once

#include "ironbird/compute/startup.h"
#include "llk_defs.h"

namespace ironbird::compute {

FORCE_INLINE uint32_t faces_of(uint32_t cb) {
    const ib_operand op = input(cb);
    return op.faces_down * op.faces_across;
}

// The packer writes zeros beside the results from here on.
FORCE_INLINE void reduce_begin(uint32_t pool, uint32_t dim, uint32_t cb) {
    unpack_transposed(0);
    pack_masked(dim);
    unpack_is(setup::unpack::reduction(pool, dim, loop_shape(cb)));
    math_is(setup::math::reduction(pool, dim, kernel_fidelity()));
}
FORCE_INLINE void block_max_begin() {
    unpack_transposed(0);
    pack_masked(IB_REDUCE_ROW);
    unpack_is(setup::unpack::block_max());
    math_is(setup::math::block_max());
}
FORCE_INLINE void block_max_end() {
    pack_masked(IB_MASK_NONE);
    unpack_is(setup::set(setup::unpack::kRead, setup::unpack::kReadFace));
}

// The greatest value of each row over tiles that lie side by side. Pack may still be writing them:
// then each half waits for a semaphore that pack posts (kNoTrigger: it need not).
inline constexpr uint32_t kNoTrigger = ~0u;
FORCE_INLINE void unpack_trigger(uint32_t semaphore) {
    if constexpr (kUnpacks)
        if (semaphore != kNoTrigger) ib_tensix_sem_wait(semaphore, 1);
}
FORCE_INLINE void unpack_trigger_done(uint32_t semaphore) {
    if constexpr (kUnpacks)
        if (semaphore != kNoTrigger) ib_tensix_sem_get(semaphore);
}
FORCE_INLINE void reduce_rows_to_max(uint32_t cb, uint32_t scaler, uint32_t first, uint32_t dst,
                                     uint32_t tiles, uint32_t faces,
                                     uint32_t first_half = kNoTrigger,
                                     uint32_t second_half = kNoTrigger) {
    unpack_trigger(first_half);
    for (uint32_t t = 0; t < tiles; ++t) {
        if (t == tiles / 2) unpack_trigger(second_half);
        unpack_reduce(cb, scaler, first + t, 0, IB_POOL_MAX, IB_REDUCE_ROW, IB_UNPACK_BLOCK);
        math_reduce(IB_POOL_MAX, IB_REDUCE_ROW, dst, faces, kernel_fidelity(), IB_MATH_BLOCK);
    }
}

}  // namespace ironbird::compute

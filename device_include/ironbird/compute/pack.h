// What the pack processor does for each call; nothing on the other two.
#pragma once

#include "ironbird/compute/setup.h"
#include "llk_defs.h"

namespace ironbird::compute {

FORCE_INLINE void pack_configure(uint32_t cb) {
    if constexpr (kPacks) ib_pack_configure(output(cb));
}

FORCE_INLINE void pack_wait() {
    if constexpr (kPacks) {
        if (!remembered.pack_waited) ib_dst_wait();
        remembered.pack_waited = false;
    }
}
// Kernels that compute with Dst before they pack wait for math's semaphore, and then once more.
FORCE_INLINE void pack_wait_early() {
    if constexpr (kPacks) {
        if (!remembered.pack_waited) ib_dst_wait();
        remembered.pack_waited = true;
    }
}
FORCE_INLINE void pack_release() {
    if constexpr (kPacks) {
        remembered.pack_waited = false;
        ib_dst_release();
    }
}

FORCE_INLINE void pack_width(uint32_t tiles) {
    if constexpr (kPacks) remembered.pack_width = tiles;
}

FORCE_INLINE void pack_next(uint32_t dst, uint32_t cb) {
    if constexpr (kPacks)
        for (uint32_t t = 0; t < remembered.pack_width; ++t)
            ib_pack_tile(dst + t, output(cb), IB_PACK_NEXT);
}
FORCE_INLINE void pack_at(uint32_t dst, uint32_t cb, uint32_t at, uint8_t rows = 0) {
    if constexpr (kPacks) {
        ib_operand out = output(cb);
        out.rows = rows;
        for (uint32_t t = 0; t < remembered.pack_width; ++t) ib_pack_tile(dst + t, out, at + t);
    }
}
FORCE_INLINE void pack_run(uint32_t dst, uint32_t cb, uint32_t tiles) {
    if constexpr (kPacks)
        for (uint32_t t = 0; t < tiles; ++t) ib_pack_tile(dst + t, output(cb), IB_PACK_NEXT);
}

FORCE_INLINE void pack_relu(const ckernel::ReluConfig& relu) {
    if constexpr (kPacks) ib_pack_relu(uint32_t(relu.get_mode()), relu.get_threshold());
}
FORCE_INLINE void pack_accumulates(bool in_l1) {
    if constexpr (kPacks) ib_pack_l1_accumulate(in_l1);
}
FORCE_INLINE void pack_masked(uint32_t dim) {
    if constexpr (kPacks) ib_pack_reduce_mask(dim);
}

}  // namespace ironbird::compute

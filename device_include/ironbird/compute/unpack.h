// What the unpack processor does for each call; nothing on the other two.
#pragma once

#include "ironbird/compute/setup.h"

namespace ironbird::compute {

FORCE_INLINE void unpack_configure(uint32_t which, uint32_t cb_a, uint32_t cb_b) {
    if constexpr (kUnpacks) ib_unpack_configure(which, input(cb_a), input(cb_b));
}

// How the tiles of the next operation are transposed; every init says it anew.
FORCE_INLINE void unpack_transposed(uint32_t transpose) {
    if constexpr (kUnpacks) remembered.transpose = transpose;
}

FORCE_INLINE void unpack_copy(uint32_t cb, uint32_t tile, uint32_t how = 0) {
    if constexpr (kUnpacks)
        ib_unpack_one(IB_SRC_A, input(cb), tile, IB_BCAST_NONE,
                      how | remembered.transpose | (passes_src(cb) ? IB_UNPACK_TO_DST : 0));
}

// A tile whose row, column or first datum is broadcast goes through SrcB, 32-bit data past it.
FORCE_INLINE void unpack_spread(uint32_t cb, uint32_t tile, uint32_t bcast) {
    if constexpr (kUnpacks) {
        const bool past = passes_src(cb);
        ib_unpack_one(past || bcast == IB_BCAST_NONE ? IB_SRC_A : IB_SRC_B, input(cb), tile, bcast,
                      past ? IB_UNPACK_TO_DST : 0);
    }
}

// The operand that Dst does not give; math fills the other register from Dst.
FORCE_INLINE void unpack_beside_dst(uint32_t cb, uint32_t tile, uint32_t math_flags) {
    if constexpr (kUnpacks) {
        const bool dst_is_a = math_flags & IB_MATH_DST_TO_SRC_A;
        ib_unpack_one(dst_is_a ? IB_SRC_B : IB_SRC_A, input(cb), tile, IB_BCAST_NONE,
                      remembered.transpose | (dst_is_a ? IB_UNPACK_DUMMY_A : IB_UNPACK_DUMMY_B));
    }
}

FORCE_INLINE void unpack_pair(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b,
                              uint32_t bcast, uint32_t row = 0) {
    if constexpr (kUnpacks)
        ib_unpack_pair(input(cb_a), input(cb_b), tile_a, tile_b, bcast, row, remembered.transpose);
}

FORCE_INLINE void unpack_matmul(uint32_t in0, uint32_t in1, uint32_t tile0, uint32_t tile1,
                                uint32_t ct = 1, uint32_t rt = 1, uint32_t kt = 1,
                                uint32_t how = 0) {
    if constexpr (kUnpacks)
        ib_unpack_matmul(input(in0), input(in1), tile0, tile1, ct, rt, kt,
                         how | remembered.transpose);
}

FORCE_INLINE void unpack_reduce(uint32_t cb, uint32_t scaler, uint32_t tile, uint32_t scaler_tile,
                                uint32_t pool, uint32_t dim, uint32_t how = 0) {
    if constexpr (kUnpacks)
        ib_unpack_reduce(input(cb), input(scaler), tile, scaler_tile, pool, dim, how);
}

// A row of `block` tiles that lies in L1 row by row; `first` counts tiles from the read pointer.
FORCE_INLINE void unpack_tilize(uint32_t cb, uint32_t block, uint32_t first) {
    if constexpr (kUnpacks)
        for (uint32_t t = 0; t < block; ++t)
            ib_unpack_tilize(input(cb), first, t, block, passes_src(cb) ? IB_UNPACK_TO_DST : 0);
}

}  // namespace ironbird::compute

// Lines of tiles in compute kernels: tiles that come once for several passes or anew for each, and
// what a line is reduced to, broadcast over a whole tile.
#pragma once

#include <cstdint>

#include "api/compute/cb_api.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/sfpu_binary_bcast.h"

// A CB with a line in it: the place of its tile i, once that is there. A CB without brings one tile
// at a time.
struct LineBuffer {
    const uint32_t cb;
    const bool whole;

    uint32_t wait(uint32_t i) const {
        cb_wait_front(cb, whole ? i + 1 : 1);
        return whole ? i : 0;
    }
    void next() const {
        if (!whole) cb_pop_front(cb, 1);
    }
    void end(uint32_t length) const {
        if (whole) cb_pop_front(cb, length);
    }
};

template <PoolType pool, ReduceDim dim, BroadcastType broadcast>
inline void reduce_to(uint32_t from, uint32_t to) {
    sfpu_reduce_init<pool, DataFormat::Float32>();
    sfpu_reduce<pool, DataFormat::Float32, dim>(from);
    fill_tile_init();
    fill_tile(to, 0.0f);
    sfpu_bcast_init<broadcast>();
    sfpu_bcast<broadcast, EltwiseBinaryType::ELWADD>(to, from);
}

// A tile of Dst reduced along its rows or down its columns, as said, and the result broadcast to
// where it came from: in the tile `to` unless nothing is to be done, then in `from`. Returns where.
template <PoolType pool>
inline uint32_t reduce_and_spread(bool rows, bool columns, uint32_t from, uint32_t to) {
    if (rows)
        reduce_to<pool, ReduceDim::REDUCE_ROW, BroadcastType::COL>(from, to);
    else if (columns)
        reduce_to<pool, ReduceDim::REDUCE_COL, BroadcastType::ROW>(from, to);
    else
        return from;
    return to;
}

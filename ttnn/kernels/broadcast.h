// Tiles of which a row, a column or an element is broadcast over the whole, as an argument says.
#pragma once

#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/tile_move_copy.h"

template <BroadcastType broadcast>
inline void broadcast_tile(uint32_t cb, uint32_t dst) {
    unary_bcast_init<broadcast>(cb);
    unary_bcast<broadcast>(cb, 0, dst);
}

// The tile at the front of a CB; the units are set up for it. Whole tiles, the most of all, come
// first: a jump by a table would cost more.
inline void load_broadcast(BroadcastType broadcast, uint32_t cb, uint32_t dst) {
    if (broadcast == BroadcastType::NONE) {
        copy_tile_init(cb);
        copy_tile(cb, 0, dst);
    } else if (broadcast == BroadcastType::ROW) {
        broadcast_tile<BroadcastType::ROW>(cb, dst);
    } else if (broadcast == BroadcastType::COL) {
        broadcast_tile<BroadcastType::COL>(cb, dst);
    } else {
        broadcast_tile<BroadcastType::SCALAR>(cb, dst);
    }
}

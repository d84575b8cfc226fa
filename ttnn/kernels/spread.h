// Tiles of which a row, a column or an element is spread over the whole, as an argument says.
#pragma once

#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/tile_move_copy.h"

template <BroadcastType spread>
inline void spread_tile(uint32_t cb, uint32_t dst) {
    unary_bcast_init<spread>(cb);
    unary_bcast<spread>(cb, 0, dst);
}

// The tile at the front of a CB; the units are set up for it. Whole tiles, the most of all, come
// first: a jump by a table would cost more.
inline void load_spread(BroadcastType spread, uint32_t cb, uint32_t dst) {
    if (spread == BroadcastType::NONE) {
        copy_tile_init(cb);
        copy_tile(cb, 0, dst);
    } else if (spread == BroadcastType::ROW) {
        spread_tile<BroadcastType::ROW>(cb, dst);
    } else if (spread == BroadcastType::COL) {
        spread_tile<BroadcastType::COL>(cb, dst);
    } else {
        spread_tile<BroadcastType::SCALAR>(cb, dst);
    }
}

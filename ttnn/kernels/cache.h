// Caches of keys and values: where the tiles of a user's tokens lie, and rows inside of tiles.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

// Four common arguments: heads; tiles of tokens of a user, or of a block of a paged cache; tiles of
// a token; tiles after which positions begin again (0: never).
struct CacheShape {
    const uint32_t heads, tokens, width, wrap;

    explicit CacheShape(uint32_t first)
        : heads(get_common_arg_val<uint32_t>(first)),
          tokens(get_common_arg_val<uint32_t>(first + 1)),
          width(get_common_arg_val<uint32_t>(first + 2)),
          wrap(get_common_arg_val<uint32_t>(first + 3)) {}

    uint32_t wrapped(uint32_t tile) const { return wrap == 0 ? tile : tile % wrap; }
    uint32_t page(uint32_t user, uint32_t head, uint32_t tile) const {
        return ((user * heads + head) * tokens + tile) * width;
    }
};

// A row of integers of 2 or 4 bytes, kept in a CB that nobody else uses.
template <uint32_t kEntryBytes>
class IndexRow {
 public:
    explicit IndexRow(uint32_t cb) : place_(get_write_ptr(cb)) {}

    template <typename Accessor>
    void load(const Accessor& from, uint32_t row, uint32_t bytes) {
        noc_async_read(from.get_noc_addr(row), place_, bytes);
        noc_async_read_barrier();
    }
    uint32_t operator[](uint32_t i) const {
        if constexpr (kEntryBytes == 2)
            return reinterpret_cast<volatile tt_l1_ptr uint16_t*>(place_)[i];
        else
            return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(place_)[i];
    }

 private:
    const uint32_t place_;
};

constexpr uint32_t kNoBlock = ~0u;

// One of the two halves of a row of a tile, in elements from the tile's first.
constexpr uint32_t half_row(uint32_t row, uint32_t half) {
    return (row / 16 * 2 + half) * 256 + row % 16 * 16;
}

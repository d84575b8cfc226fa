// How attention is cut: a unit is some tile rows of queries, which see keys a chunk at a time.
#pragma once

#include "../../../kernels/cache.h"
#include "../../../kernels/pages.h"

inline uint32_t common(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

// The first common arguments of both movers, in tiles where nothing else is said.
struct Attention {
    const uint32_t heads = common(0), kv_heads = common(1);
    const uint32_t rows = common(2);  // of the queries of a head, or of the heads of a user
    const uint32_t height = common(3), chunk = common(4);
    const uint32_t width = common(5), value_width = common(6);
    const uint32_t pieces = common(7);  // units of a head

    static constexpr bool kDecode = get_compile_time_arg_val(0) != 0;
};

// Prefill: the queries of a head, cut into pieces; of every second head from their end, since the
// last of a causal sequence see the most. Decode: the queries of a user that share a kv head.
struct Unit {
    uint32_t user, head, kv_head, row;

    Unit(const Attention& all, uint32_t number) {
        const uint32_t line = number / all.pieces, piece = number % all.pieces;
        if constexpr (Attention::kDecode) {
            user = line;
            kv_head = piece;
            head = piece * (all.heads / all.kv_heads);
            row = head / 32;
        } else {
            user = line / all.heads;
            head = line % all.heads;
            kv_head = head / (all.heads / all.kv_heads);
            row = (line & 1 ? all.pieces - 1 - piece : piece) * all.height;
        }
    }

    // The line of tiles of the queries and of the result.
    uint32_t line(const Attention& all, uint32_t i) const {
        const uint32_t at = row + i < all.rows ? row + i : all.rows - 1;
        return (Attention::kDecode ? user : user * all.heads + head) * all.rows + at;
    }
};

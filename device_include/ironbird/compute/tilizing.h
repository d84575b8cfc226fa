// Row-major data into Dst and on into tiles, and tiles into row-major data.
#pragma once

#include "ironbird/compute/reconfigure.h"

namespace ironbird::compute {

// A row of `block` tiles. `from` counts tiles as if the rows of tiles before were tiles already.
template <bool fast = false>
FORCE_INLINE void tilize_row(uint32_t cb, uint32_t block, uint32_t cb_out, uint32_t from,
                             uint32_t to) {
    const uint32_t offset = block == 0 ? 0 : from % block;
    for (uint32_t t = 0; t < block; ++t)
        section(
            [&] {
                if constexpr (kUnpacks)
                    ib_unpack_tilize(
                        input(cb), from - offset, offset + t, block,
                        (passes_src(cb) ? IB_UNPACK_TO_DST : 0) | (fast ? IB_UNPACK_FAST : 0));
                math_copy(cb, 0, fast ? IB_MATH_FAST : IB_MATH_ROWS);
            },
            [&] { pack_at(0, cb_out, to + t, fast ? IB_ROWS_TILIZED_FAST : IB_ROWS_TILIZED); });
}

// Blackhole tilizes in all three units, Wormhole in the unpacker alone.
FORCE_INLINE void math_tilize_init(uint32_t cb) {
    math_is(chip::is_blackhole() ? setup::math::copy_rows(loop_shape(cb))
                                 : setup::math::copy(loop_shape(cb)));
}
FORCE_INLINE void tilize_begin(uint32_t cb, uint32_t cb_out) {
    unpack_transposed(0);
    unpack_is(setup::unpack::rows(setup::Loop::rows, setup::unpack::kTilizes));
    math_tilize_init(cb);
    if (chip::is_blackhole()) pack_is(setup::pack::tilize(output_shape(cb_out)));
}
FORCE_INLINE void tilize_end(uint32_t cb, uint32_t cb_out) {
    unpack_is(setup::unpack::tiles_again());
    source_shapes(IB_SRC_A, cb, cb);
    if (chip::is_blackhole())
        pack_is(setup::pack::tile_loop(output_shape(cb_out)) |
                setup::pack::strides(setup::pack::kOfTile));
}
FORCE_INLINE void fast_tilize_begin() {
    unpack_transposed(0);
    unpack_is(setup::unpack::rows(setup::Loop::fast_rows, setup::unpack::kTilizesFast));
    math_is(setup::math::fast_rows() | setup::math::wide(!dst_is_wide()));
    pack_is(setup::pack::fast_rows());
    if (chip::is_blackhole()) pack_is(setup::pack::strides(setup::pack::kOfFastRows));
}
FORCE_INLINE void fast_tilize_end(uint32_t cb_out) {
    unpack_is(setup::unpack::tiles_again());
    math_is(setup::math::wide(true));
    pack_is(setup::pack::tile_loop(output_shape(cb_out)) |
            setup::pack::offset(setup::pack::kOfTile));
    if (chip::is_blackhole()) pack_is(setup::pack::strides(setup::pack::kOfTile));
}

// Shape 0: as the operand has it.
FORCE_INLINE void unpack_tilize_pairs(uint32_t cb_a, uint32_t cb_b, uint32_t block, uint32_t tile_b,
                                      uint32_t faces, uint32_t face_rows, uint32_t flags) {
    if constexpr (kUnpacks) {
        const ib_operand a = input(cb_a), b = input(cb_b);
        if (faces == 0) faces = a.faces_down * a.faces_across;
        if (face_rows == 0) face_rows = a.face_rows;
        for (uint32_t t = 0; t < block; ++t)
            ib_unpack_tilize_pair(a, b, t, tile_b, block, faces, face_rows, flags);
    }
}

enum : uint32_t { kDiagonal = 1, kNarrowRow = 2, kDense = 4 };

FORCE_INLINE void pack_untilize(uint32_t cb, ib_pack_untilize_call call) {
    if constexpr (kPacks) {
        call.out = output(cb);
        if (call.num_faces == 0) call.num_faces = call.out.faces_down * call.out.faces_across;
        if (call.face_rows == 0) call.face_rows = call.out.face_rows;
        ib_pack_untilize(&call);
    }
}

}  // namespace ironbird::compute

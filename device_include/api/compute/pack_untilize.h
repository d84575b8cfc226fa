// From tiles to row-major data, in the packer.
#pragma once

#include "api/compute/common.h"
#include "api/compute/tile_move_copy.h"
#include "ironbird/compute/tilizing.h"

namespace ckernel {

template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool narrow_row = false,
          uint32_t row_num_datums = TILE_C_DIM, bool dense = false, bool configure_remap = true>
ALWI void pack_untilize_dest_init(uint32_t ocb, uint32_t face_r_dim = 16, uint32_t num_faces = 4) {
    using namespace ironbird::compute;
    pack_configure(ocb);
    pack_is(setup::pack::strides(setup::pack::kOfTile));
    pack_is(setup::pack::untilize(block_ct_dim, full_ct_dim, ironbird::chip::is_blackhole()));
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_init(uint32_t icb, uint32_t ocb, uint32_t call_line = 0) {
    copy_tile_init(icb);
    pack_untilize_dest_init<block_ct_dim, full_ct_dim>(ocb);
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_init_skip_remap(uint32_t icb, uint32_t ocb, uint32_t call_line = 0) {
    pack_untilize_init<block_ct_dim, full_ct_dim>(icb, ocb);
}
ALWI void pack_untilize_uninit(uint32_t ocb) {
    using namespace ironbird::compute;
    pack_configure(ocb);
    pack_is(setup::pack::tile(output_shape(ocb)));
}

// block_rt_dim rows of block_ct_dim tiles that lie in Dst, as part number block_c_index of rows
// that are full_ct_dim tiles long.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool diagonal = false,
          bool narrow_row = false, uint32_t row_num_datums = TILE_C_DIM,
          uint32_t tile_dst_ct_offset = 0, bool dense = false>
ALWI void pack_untilize_dest(uint32_t ocb, uint32_t block_rt_dim = 1, uint32_t block_c_index = 0,
                             uint32_t tile_dst_rt_offset = 0) {
    using namespace ironbird::compute;
    pack_untilize(ocb, {.dst = tile_dst_ct_offset + tile_dst_rt_offset,
                        .block_ct = block_ct_dim,
                        .full_ct = full_ct_dim,
                        .block_c_index = block_c_index,
                        .block_rt = block_rt_dim,
                        .row_datums = row_num_datums,
                        .flags = (diagonal ? kDiagonal : 0u) | (narrow_row ? kNarrowRow : 0u) |
                                 (dense ? kDense : 0u)});
}
// Of 2025: the shape of the tiles in Dst is said here.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool diagonal = false,
          bool narrow_row = false, uint32_t row_num_datums = TILE_C_DIM>
ALWI void pack_untilize_dest(uint32_t ocb, uint32_t block_rt_dim, uint32_t block_c_index,
                             uint32_t face_r_dim, uint32_t num_faces,
                             uint32_t tile_dst_offset = 0) {
    using namespace ironbird::compute;
    pack_untilize(ocb, {.dst = tile_dst_offset,
                        .block_ct = block_ct_dim,
                        .full_ct = full_ct_dim,
                        .block_c_index = block_c_index,
                        .block_rt = block_rt_dim,
                        .row_datums = row_num_datums,
                        .num_faces = num_faces,
                        .face_rows = face_r_dim,
                        .flags = (diagonal ? kDiagonal : 0u) | (narrow_row ? kNarrowRow : 0u)});
}

// The same from a CB: the first block_ct_dim tiles at its front, once per row of tiles.
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim>
ALWI void pack_untilize_block(uint32_t icb, uint32_t block_rt_dim, uint32_t ocb,
                              uint32_t block_c_index = 0) {
    for (uint32_t r = 0; r < block_rt_dim; ++r)
        ironbird::compute::section(
            [&] { copy_block(icb, 0, 0, block_ct_dim); },
            [&] { pack_untilize_dest<block_ct_dim, full_ct_dim>(ocb, 1, block_c_index); });
}

}  // namespace ckernel

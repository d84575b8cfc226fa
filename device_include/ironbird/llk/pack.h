// The pack processor's calls one level below the API, and the CB calls of both sides.
#pragma once

#include "ironbird/cb_sides.h"
#include "ironbird/compute/reconfigure.h"
#include "ironbird/compute/tilizing.h"

template <auto... settings>
FORCE_INLINE void llk_pack_hw_configure(uint32_t pack_output) {
    ironbird::compute::new_output<false>(pack_output);
}
template <auto... settings>
FORCE_INLINE void llk_pack_hw_configure_disaggregated(uint32_t pack_output) {
    ironbird::compute::new_output<false>(pack_output);
}
template <auto... settings>
FORCE_INLINE void llk_pack_reconfig_data_format(uint32_t new_output) {
    ironbird::compute::new_output<false>(new_output);
}
template <auto... settings>
FORCE_INLINE void llk_pack_reconfig_data_format(uint32_t old_output, uint32_t new_output) {
    ironbird::compute::change_output({old_output, new_output}, false);
}
template <auto... settings>
FORCE_INLINE void llk_pack_init(uint32_t pack_output = 16, uint32_t num_tiles = 1) {
    using namespace ironbird::compute;
    pack_width(num_tiles);
    pack_is(setup::pack::tile_loop(0) | kAnyPackShape);
}
template <auto... settings>
FORCE_INLINE void llk_pack_dest_init(uint32_t pack_output = 16) {
    using namespace ironbird::compute;
    pack_is(setup::pack::offset(setup::pack::kOfTile) |
            setup::set(setup::pack::kSync, setup::kYes));
}
template <auto... settings>
FORCE_INLINE void llk_init_packer_dest_offset_registers(uint32_t pack_output = 16) {
    ironbird::compute::pack_is(ironbird::setup::pack::offset(ironbird::setup::pack::kOfTile));
}

FORCE_INLINE void llk_packer_wait_for_math_done() {
    ironbird::compute::pack_wait();
}
template <auto... settings>
FORCE_INLINE void llk_pack_dest_section_done() {
    ironbird::compute::pack_release();
}

template <bool is_fp32_dest_acc_en = false, bool out_of_order_output = false, auto... settings>
FORCE_INLINE void llk_pack(uint32_t tile_index, uint32_t output, uint32_t output_tile_index = 0) {
    if constexpr (out_of_order_output)
        ironbird::compute::pack_at(tile_index, output, output_tile_index);
    else
        ironbird::compute::pack_next(tile_index, output);
}
template <bool is_fp32_dest_acc_en = false, bool out_of_order_output = false, auto... settings>
FORCE_INLINE void llk_matmul_pack(uint32_t start_tile_index, uint32_t output, uint32_t ntiles,
                                  uint32_t output_tile_index = 0) {
    for (uint32_t t = 0; t < ntiles; ++t)
        llk_pack<is_fp32_dest_acc_en, out_of_order_output>(start_tile_index + t, output,
                                                           output_tile_index + t);
}

// The setting as an object, as its kind, or as the packed word.
FORCE_INLINE void llk_pack_relu_config(const ReluConfig& relu_config) {
    ironbird::compute::pack_relu(relu_config);
}
FORCE_INLINE void llk_pack_relu_config(ReluType type) {
    ironbird::compute::pack_relu(ReluConfig::from_packed(uint32_t(type)));
}
FORCE_INLINE void llk_pack_relu_config(uint32_t config) {
    ironbird::compute::pack_relu(ReluConfig::from_packed(config));
}
FORCE_INLINE void llk_pack_reconfig_l1_acc(uint32_t enable) {
    ironbird::compute::pack_accumulates(enable);
}
template <ReduceDim dim, auto... settings>
FORCE_INLINE void llk_pack_reduce_mask_config(uint32_t ocb = 16) {
    ironbird::compute::pack_masked(uint32_t(dim));
}
FORCE_INLINE void llk_pack_reduce_mask_clear() {
    ironbird::compute::pack_masked(IB_MASK_NONE);
}

template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, auto... settings>
FORCE_INLINE void llk_pack_untilize_init(uint32_t output, uint32_t face_r_dim = 16,
                                         uint32_t num_faces = 4) {
    using namespace ironbird::compute;
    pack_is(setup::pack::untilize(block_ct_dim, full_ct_dim, ironbird::chip::is_blackhole()));
}
FORCE_INLINE void llk_pack_untilize_uninit(uint32_t output) {
    using namespace ironbird::compute;
    pack_is(setup::pack::tile(output_shape(output)));
}
template <uint32_t block_ct_dim = 8, uint32_t full_ct_dim = block_ct_dim, bool diagonal = false,
          bool narrow_row = false, uint32_t row_num_datums = TILE_C_DIM,
          uint32_t tile_dst_ct_offset = 0, bool dense = false>
FORCE_INLINE void llk_pack_untilize(uint32_t block_rt_dim, uint32_t output,
                                    uint32_t block_c_index = 0, uint32_t tile_dst_rt_offset = 0) {
    using namespace ironbird::compute;
    pack_untilize(output, {.dst = tile_dst_ct_offset + tile_dst_rt_offset,
                           .block_ct = block_ct_dim,
                           .full_ct = full_ct_dim,
                           .block_c_index = block_c_index,
                           .block_rt = block_rt_dim,
                           .row_datums = row_num_datums,
                           .flags = (diagonal ? kDiagonal : 0u) | (narrow_row ? kNarrowRow : 0u) |
                                    (dense ? kDense : 0u)});
}

// ---- circular buffers ----

FORCE_INLINE void llk_wait_tiles(int32_t operand, int32_t num_tiles) {
    ironbird::consumer_side::wait_front(operand, num_tiles);
}
FORCE_INLINE void llk_pop_tiles(int32_t operand, int32_t num_tiles, int32_t block_c_dim = 0) {
    ironbird::consumer_side::pop_front(operand, num_tiles);
}
template <auto... settings>
FORCE_INLINE void llk_wait_for_free_tiles(int32_t operand, int32_t num_tiles) {
    ironbird::producer_side::reserve_back(operand, num_tiles);
}
template <auto... settings>
FORCE_INLINE void llk_push_tiles(int32_t operand, int32_t num_tiles) {
    ironbird::producer_side::push_back(operand, num_tiles);
}

// The greatest value of each row over a block of tiles: with the block's width as a template
// argument, or said by the init.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/reductions.h"
#include "ironbird/llk/sync.h"
#include "tensor_shape.h"

namespace ironbird::compute {

// Pack's semaphores for the whole block, and for its first half where that starts early.
constexpr uint32_t block_trigger(bool respected) {
    return respected ? ckernel::semaphore::FPU_SFPU : kNoTrigger;
}
constexpr uint32_t first_half_trigger(bool respected, bool overlapped) {
    return respected && overlapped ? ckernel::semaphore::UNPACK_MATH_DONE
                                   : block_trigger(respected);
}

}  // namespace ironbird::compute

namespace ckernel {

template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_init(const TensorShape& tensor_shape, uint32_t ocb) {
    ironbird::compute::block_max_begin();
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row_init(uint32_t ocb) {
    ironbird::compute::block_max_begin();
}
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row(const TensorShape& tensor_shape, uint32_t icb, uint32_t icb_scaler,
                               uint32_t row_start_index, uint32_t idst) {
    ironbird::compute::reduce_rows_to_max(
        icb, icb_scaler, row_start_index, idst, block_ct_dim, tensor_shape.total_num_faces(),
        ironbird::compute::kNoTrigger, ironbird::compute::block_trigger(respect_trigger));
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row(uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index,
                               uint32_t idst) {
    ironbird::compute::reduce_rows_to_max(icb, icb_scaler, row_start_index, idst, block_ct_dim,
                                          num_faces, ironbird::compute::kNoTrigger,
                                          ironbird::compute::block_trigger(respect_trigger));
}
template <bool respect_trigger = false>
ALWI void reduce_block_max_row_uninit(uint32_t icb) {
    ironbird::compute::unpack_trigger_done(ironbird::compute::block_trigger(respect_trigger));
    ironbird::compute::block_max_end();
}

// ---- after another operation in between ----

template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_reinit_short(const TensorShape& tensor_shape, uint32_t ocb) {
    ironbird::compute::block_max_begin();
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row_reinit_short(uint32_t ocb) {
    ironbird::compute::block_max_begin();
}
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_reinit_minimal(const TensorShape& tensor_shape, uint32_t ocb) {
    ironbird::compute::block_max_begin();
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row_reinit_minimal(uint32_t ocb) {
    ironbird::compute::block_max_begin();
}

// ---- the block's width at run time ----

ALWI void reduce_block_max_row_init_runtime(const TensorShape& tensor_shape, uint32_t ocb,
                                            uint32_t block_ct_dim, bool respect_trigger = false) {
    ironbird::compute::remembered.block = block_ct_dim;
    ironbird::compute::block_max_begin();
}
ALWI void reduce_block_max_row_init_runtime(uint32_t ocb, uint32_t block_ct_dim,
                                            bool respect_trigger = false, uint32_t num_faces = 4) {
    reduce_block_max_row_init_runtime(tensor_shape_from_num_faces(16, num_faces), ocb,
                                      block_ct_dim);
}
ALWI void reduce_block_max_row_runtime(const TensorShape& tensor_shape, uint32_t icb,
                                       uint32_t icb_scaler, uint32_t row_start_index, uint32_t idst,
                                       bool respect_trigger = false,
                                       bool overlap_first_half = false) {
    ironbird::compute::reduce_rows_to_max(
        icb, icb_scaler, row_start_index, idst, ironbird::compute::remembered.block,
        tensor_shape.total_num_faces(),
        ironbird::compute::first_half_trigger(respect_trigger, overlap_first_half),
        ironbird::compute::block_trigger(respect_trigger));
}
ALWI void reduce_block_max_row_runtime(uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index,
                                       uint32_t idst, bool respect_trigger = false,
                                       bool overlap_first_half = false, uint32_t num_faces = 4) {
    reduce_block_max_row_runtime(tensor_shape_from_num_faces(16, num_faces), icb, icb_scaler,
                                 row_start_index, idst, respect_trigger, overlap_first_half);
}
ALWI void reduce_block_max_row_reinit_short_runtime(const TensorShape& tensor_shape, uint32_t ocb,
                                                    uint32_t block_ct_dim,
                                                    bool respect_trigger = false) {
    reduce_block_max_row_init_runtime(tensor_shape, ocb, block_ct_dim);
}
ALWI void reduce_block_max_row_reinit_short_runtime(uint32_t ocb, uint32_t block_ct_dim,
                                                    bool respect_trigger = false,
                                                    uint32_t num_faces = 4) {
    reduce_block_max_row_init_runtime(ocb, block_ct_dim, respect_trigger, num_faces);
}
ALWI void reduce_block_max_row_reinit_minimal_runtime(const TensorShape& tensor_shape, uint32_t ocb,
                                                      uint32_t block_ct_dim,
                                                      bool respect_trigger = false) {
    reduce_block_max_row_init_runtime(tensor_shape, ocb, block_ct_dim);
}
ALWI void reduce_block_max_row_reinit_minimal_runtime(uint32_t ocb, uint32_t block_ct_dim,
                                                      bool respect_trigger = false,
                                                      uint32_t num_faces = 4) {
    reduce_block_max_row_init_runtime(ocb, block_ct_dim, respect_trigger, num_faces);
}
ALWI void reduce_block_max_row_uninit_runtime(uint32_t icb, bool respect_trigger = false,
                                              bool overlap_first_half = false) {
    using namespace ironbird::compute;
    unpack_trigger_done(block_trigger(respect_trigger));
    if (overlap_first_half) unpack_trigger_done(first_half_trigger(respect_trigger, true));
    block_max_end();
}

}  // namespace ckernel

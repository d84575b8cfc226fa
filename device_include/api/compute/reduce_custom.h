// The greatest value of each row over a block of tiles: with the block's width as a template
// argument, or said by the init.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/reductions.h"
#include "tensor_shape.h"

namespace ckernel {

template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_init(const TensorShape& tensor_shape, uint32_t ocb) {
    ironbird::compute::reduce_begin(IB_REDUCE_ROW);
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row_init(uint32_t ocb) {
    ironbird::compute::reduce_begin(IB_REDUCE_ROW);
}
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row(const TensorShape& tensor_shape, uint32_t icb, uint32_t icb_scaler,
                               uint32_t row_start_index, uint32_t idst) {
    ironbird::compute::reduce_rows_to_max(icb, icb_scaler, row_start_index, idst, block_ct_dim,
                                          tensor_shape.total_num_faces());
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row(uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index,
                               uint32_t idst) {
    ironbird::compute::reduce_rows_to_max(icb, icb_scaler, row_start_index, idst, block_ct_dim,
                                          num_faces);
}
template <bool respect_trigger = false>
ALWI void reduce_block_max_row_uninit(uint32_t icb) {
    ironbird::compute::pack_masked(IB_MASK_NONE);
}

// ---- after another operation in between ----

template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_reinit_short(const TensorShape& tensor_shape, uint32_t ocb) {
    ironbird::compute::reduce_begin(IB_REDUCE_ROW);
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row_reinit_short(uint32_t ocb) {
    ironbird::compute::reduce_begin(IB_REDUCE_ROW);
}
template <uint32_t block_ct_dim, bool respect_trigger = false>
ALWI void reduce_block_max_row_reinit_minimal(const TensorShape& tensor_shape, uint32_t ocb) {
    ironbird::compute::reduce_begin(IB_REDUCE_ROW);
}
template <uint32_t block_ct_dim, bool respect_trigger = false, uint32_t num_faces = 4>
ALWI void reduce_block_max_row_reinit_minimal(uint32_t ocb) {
    ironbird::compute::reduce_begin(IB_REDUCE_ROW);
}

// ---- the block's width at run time ----

ALWI void reduce_block_max_row_init_runtime(const TensorShape& tensor_shape, uint32_t ocb,
                                            uint32_t block_ct_dim, bool respect_trigger = false) {
    ironbird::compute::remembered.block = block_ct_dim;
    ironbird::compute::reduce_begin(IB_REDUCE_ROW);
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
    ironbird::compute::reduce_rows_to_max(icb, icb_scaler, row_start_index, idst,
                                          ironbird::compute::remembered.block,
                                          tensor_shape.total_num_faces());
}
ALWI void reduce_block_max_row_runtime(uint32_t icb, uint32_t icb_scaler, uint32_t row_start_index,
                                       uint32_t idst, bool respect_trigger = false,
                                       bool overlap_first_half = false, uint32_t num_faces = 4) {
    reduce_block_max_row_runtime(tensor_shape_from_num_faces(16, num_faces), icb, icb_scaler,
                                 row_start_index, idst);
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
    ironbird::compute::pack_masked(IB_MASK_NONE);
}

}  // namespace ckernel

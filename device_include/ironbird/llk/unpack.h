// The unpack processor's calls one level below the API. Template arguments that only tell the chip
// how to set its registers are taken and not needed.
#pragma once

#include "ironbird/compute/elementwise.h"
#include "ironbird/compute/reconfigure.h"
#include "ironbird/compute/reductions.h"
#include "ironbird/compute/tilizing.h"

enum class p_dim_stride_target { IGNORE, FACE_ROW_MAJOR };

// ---- formats ----

template <auto... settings>
FORCE_INLINE void llk_unpack_hw_configure(uint32_t unpA_operand, uint32_t unpB_operand) {
    using namespace ironbird::compute;
    unpack_configure(kBothSources | IB_SHAPE, unpA_operand, unpB_operand);
    unpack_is(setup::unpack::started());
}
template <auto... settings>
FORCE_INLINE void llk_unpack_hw_configure(uint32_t unpA_operand) {
    llk_unpack_hw_configure(unpA_operand, unpA_operand);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_AB_hw_configure_disaggregated(uint32_t unpA_operand,
                                                           uint32_t unpB_operand,
                                                           int within_face_16x16_transpose = 0) {
    llk_unpack_hw_configure(unpA_operand, unpB_operand);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_A_hw_configure_disaggregated(uint32_t unpA_operand,
                                                          int within_face_16x16_transpose = 0) {
    llk_unpack_hw_configure(unpA_operand, unpA_operand);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_AB_matmul_hw_configure_disaggregated(uint32_t operandA,
                                                                  uint32_t operandB,
                                                                  uint32_t transpose = 0) {
    llk_unpack_hw_configure(operandB, operandA);
}

template <auto... settings>
FORCE_INLINE void llk_unpack_reconfig_data_format(uint32_t srca_new_operand,
                                                  uint32_t srcb_new_operand) {
    ironbird::compute::unpack_configure(
        ironbird::compute::kBothSources | ironbird::compute::with_shape<settings...>,
        srca_new_operand, srcb_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_reconfig_data_format(uint32_t srca_old_operand,
                                                  uint32_t srca_new_operand,
                                                  uint32_t srcb_old_operand,
                                                  uint32_t srcb_new_operand) {
    llk_unpack_reconfig_data_format<settings...>(srca_new_operand, srcb_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_reconfig_data_format_srca(uint32_t srca_new_operand) {
    ironbird::compute::unpack_configure(IB_SRC_A | ironbird::compute::with_shape<settings...>,
                                        srca_new_operand, srca_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_reconfig_data_format_srca(uint32_t srca_old_operand,
                                                       uint32_t srca_new_operand) {
    llk_unpack_reconfig_data_format_srca<settings...>(srca_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_reconfig_data_format_srcb(uint32_t srcb_new_operand) {
    ironbird::compute::unpack_configure(IB_SRC_B | ironbird::compute::with_shape<settings...>,
                                        srcb_new_operand, srcb_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_reconfig_data_format_srcb(uint32_t srcb_old_operand,
                                                       uint32_t srcb_new_operand) {
    llk_unpack_reconfig_data_format_srcb<settings...>(srcb_new_operand);
}

// ---- one tile ----

template <BroadcastType BType = BroadcastType::NONE, bool acc_to_dest = false,
          EltwiseBinaryReuseDestType binary_reuse_dest = EltwiseBinaryReuseDestType::NONE,
          bool unpack_to_dest = false>
FORCE_INLINE void llk_unpack_A_init(uint32_t transpose_of_faces = 0,
                                    uint32_t within_face_16x16_transpose = 0,
                                    uint32_t operand = 0) {
    using namespace ironbird::compute;
    const bool faces = transpose_of_faces != 0, within = within_face_16x16_transpose != 0;
    unpack_transposed((faces ? IB_UNPACK_TRANSPOSE_FACES : 0) |
                      (within ? IB_UNPACK_TRANSPOSE_WITHIN : 0));
    if constexpr (binary_reuse_dest != EltwiseBinaryReuseDestType::NONE)
        unpack_is(setup::unpack::beside_dst(
                      (reuse_flags(binary_reuse_dest) & IB_MATH_DST_TO_SRC_A) != 0, 0) |
                  kAnyUnpackShape);
    else
        unpack_is(setup::unpack::transposed(setup::unpack::one(uint32_t(BType), 0), faces, within,
                                            faces || within) |
                  kAnyUnpackShape);
}
template <BroadcastType BType = BroadcastType::NONE, bool acc_to_dest = false,
          EltwiseBinaryReuseDestType binary_reuse_dest = EltwiseBinaryReuseDestType::NONE,
          bool unpack_to_dest = false>
FORCE_INLINE void llk_unpack_A(uint32_t operand, uint32_t tile_index, bool transpose = false) {
    using namespace ironbird::compute;
    if constexpr (binary_reuse_dest != EltwiseBinaryReuseDestType::NONE)
        unpack_beside_dst(operand, tile_index, reuse_flags(binary_reuse_dest));
    else if constexpr (BType != BroadcastType::NONE)
        unpack_spread(operand, tile_index, uint32_t(BType));
    else
        unpack_copy(operand, tile_index);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_A_block(uint32_t operand, uint32_t start_tile_index, uint32_t ntiles,
                                     bool transpose = false) {
    for (uint32_t t = 0; t < ntiles; ++t) llk_unpack_A<settings...>(operand, start_tile_index + t);
}
template <auto... settings>
FORCE_INLINE void llk_unpack_A_uninit() {}

// ---- two tiles ----

template <BroadcastType BType = BroadcastType::NONE>
FORCE_INLINE void llk_unpack_AB_init(uint32_t operandA, uint32_t operandB,
                                     Transpose transpose = Transpose::None) {
    const uint32_t turn = uint32_t(transpose);
    ironbird::compute::unpack_transposed(
        (turn & uint32_t(Transpose::IntraFace) ? IB_UNPACK_TRANSPOSE_WITHIN : 0) |
        (turn & uint32_t(Transpose::InterFace) ? IB_UNPACK_TRANSPOSE_FACES : 0));
    using namespace ironbird::compute;
    const setup::Fields loop = setup::unpack::pair(uint32_t(BType), loop_shape(operandA));
    unpack_is(turn == 0 ? loop : setup::unpack::transposed(loop, true, true, true));
}
template <BroadcastType BType = BroadcastType::NONE>
FORCE_INLINE void llk_unpack_AB(uint32_t operandA, uint32_t operandB, uint32_t tile_index_a,
                                uint32_t tile_index_b, uint32_t bcast_row_idx = 0) {
    ironbird::compute::unpack_pair(operandA, operandB, tile_index_a, tile_index_b, uint32_t(BType),
                                   bcast_row_idx);
}

FORCE_INLINE void llk_unpack_AB_matmul_init(uint32_t operandA, uint32_t operandB,
                                            uint32_t transpose = 0, uint32_t ct_dim = 1,
                                            uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    ironbird::compute::unpack_transposed(transpose ? ironbird::compute::kTransposeWhole : 0);
    ironbird::compute::unpack_is(
        ironbird::setup::unpack::matmul(ct_dim, rt_dim, kt_dim, transpose != 0));
}
FORCE_INLINE void llk_unpack_AB_matmul(uint32_t operandA, uint32_t operandB, uint32_t tile_index_a,
                                       uint32_t tile_index_b, uint32_t ct_dim = 1,
                                       uint32_t rt_dim = 1, uint32_t kt_dim = 1) {
    ironbird::compute::unpack_matmul(operandA, operandB, tile_index_a, tile_index_b, ct_dim, rt_dim,
                                     kt_dim);
}

template <auto... settings>
FORCE_INLINE void llk_unpack_AB_reduce_init(uint32_t operandA, uint32_t operandB) {
    using namespace ironbird::compute;
    unpack_transposed(0);
    unpack_is(
        setup::unpack::reduction(pool_of<settings...>, dim_of<settings...>, loop_shape(operandA)));
}
template <PoolType pool_type, ReduceDim reduce_dim>
FORCE_INLINE void llk_unpack_AB_reduce(uint32_t operandA, uint32_t operandB, uint32_t tile_index_a,
                                       uint32_t tile_index_b) {
    ironbird::compute::unpack_reduce(operandA, operandB, tile_index_a, tile_index_b,
                                     uint32_t(pool_type), uint32_t(reduce_dim));
}

// Math moves Dst through SrcB without asking for it here.
FORCE_INLINE void llk_unpack_set_srcb_dummy_valid() {}

// ---- row-major data ----

FORCE_INLINE void llk_unpack_tilize_init(uint32_t operand = 0, uint32_t ct_dim = 0) {
    using namespace ironbird::compute;
    unpack_transposed(0);
    unpack_is(setup::unpack::rows(setup::Loop::rows, setup::unpack::kTilizes));
}
FORCE_INLINE void llk_unpack_tilize_uninit(uint32_t operand) {
    ironbird::compute::unpack_is(ironbird::setup::unpack::tiles_again());
}
FORCE_INLINE void llk_unpack_tilize_block(uint32_t operand, uint32_t block_c_tiles,
                                          uint32_t input_tile_index = 0) {
    using namespace ironbird::compute;
    if constexpr (kUnpacks) {
        const uint32_t offset = input_tile_index % block_c_tiles;
        for (uint32_t t = 0; t < block_c_tiles; ++t)
            ib_unpack_tilize(input(operand), input_tile_index - offset, offset + t, block_c_tiles,
                             passes_src(operand) ? IB_UNPACK_TO_DST : 0);
    }
}
template <auto... settings>
FORCE_INLINE void llk_unpack_tilizeA_B_init(uint32_t operandA, uint32_t operandB, uint32_t ct_dim,
                                            uint32_t num_faces = 4, uint32_t unpA_face_r_dim = 16,
                                            uint32_t unpB_face_r_dim = 16) {
    using namespace ironbird::compute;
    unpack_transposed(0);
    unpack_is(setup::unpack::rows(setup::Loop::rows_pair, setup::unpack::kTilizes));
}
template <bool neginf_srcA = false, uint32_t reload_srcB = false, bool zero_srcA = false,
          bool zero_srcA_reduce = false>
FORCE_INLINE void llk_unpack_tilizeA_B_block(uint32_t operandA, uint32_t operandB,
                                             uint32_t block_c_tiles_a, uint32_t tile_idx_b,
                                             uint32_t num_faces = 0, uint32_t face_r_dim = 0) {
    ironbird::compute::unpack_tilize_pairs(
        operandA, operandB, block_c_tiles_a, tile_idx_b, num_faces, face_r_dim,
        (neginf_srcA ? IB_UNPACK_NEGINF_A : 0) |
            (zero_srcA || zero_srcA_reduce ? IB_UNPACK_ZERO_A : 0));
}
FORCE_INLINE void llk_unpack_tilizeA_B_uninit(uint32_t operand) {
    ironbird::compute::unpack_is(ironbird::setup::unpack::tiles_again());
}

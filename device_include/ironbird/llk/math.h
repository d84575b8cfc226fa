// The math processor's calls one level below the API.
#pragma once

#include "ironbird/compute/elementwise.h"
#include "ironbird/compute/matmul_2025.h"
#include "ironbird/compute/reductions.h"
#include "ironbird/compute/transposing.h"
#include "tensor_shape.h"

// ---- formats and Dst ----

template <auto... settings>
FORCE_INLINE void llk_math_hw_configure(uint32_t srca_operand, uint32_t srcb_operand) {
    ironbird::compute::math_configure(ironbird::compute::kBothSources, srca_operand, srcb_operand);
}
template <auto... settings>
FORCE_INLINE void llk_math_hw_configure_disaggregated(uint32_t srca_operand,
                                                      uint32_t srcb_operand) {
    llk_math_hw_configure(srca_operand, srcb_operand);
}
template <auto... settings>
FORCE_INLINE void llk_math_reconfig_data_format(uint32_t srca_new_operand,
                                                uint32_t srcb_new_operand) {
    llk_math_hw_configure(srca_new_operand, srcb_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_math_reconfig_data_format(uint32_t srca_old_operand,
                                                uint32_t srca_new_operand,
                                                uint32_t srcb_old_operand,
                                                uint32_t srcb_new_operand) {
    llk_math_hw_configure(srca_new_operand, srcb_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_math_reconfig_data_format_srca(uint32_t srca_new_operand) {
    ironbird::compute::math_configure(IB_SRC_A, srca_new_operand, srca_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_math_reconfig_data_format_srca(uint32_t srca_old_operand,
                                                     uint32_t srca_new_operand) {
    llk_math_reconfig_data_format_srca(srca_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_math_reconfig_data_format_srcb(uint32_t srcb_new_operand) {
    ironbird::compute::math_configure(IB_SRC_B, srcb_new_operand, srcb_new_operand);
}
template <auto... settings>
FORCE_INLINE void llk_math_reconfig_data_format_srcb(uint32_t srcb_old_operand,
                                                     uint32_t srcb_new_operand) {
    llk_math_reconfig_data_format_srcb(srcb_new_operand);
}
// How rows of Dst are numbered for the packer's faster untilize: not seen in results.
FORCE_INLINE void llk_math_reconfig_remap(bool remap_enable) {}

template <auto... settings>
FORCE_INLINE void llk_math_pack_sync_init() {
    ironbird::compute::math_is(ironbird::setup::math::started());
}
FORCE_INLINE void llk_math_wait_for_dest_available() {
    ironbird::compute::math_acquire();
}
template <auto... settings>
FORCE_INLINE void llk_math_dest_section_done() {
    ironbird::compute::math_commit();
}

// ---- operations ----

template <auto... settings>
FORCE_INLINE void llk_math_eltwise_unary_datacopy_init(uint32_t operand = 0, uint32_t = 0,
                                                       uint32_t = 0) {
    using namespace ironbird::compute;
    constexpr uint32_t broadcast = broadcast_of<settings...>;
    if constexpr (broadcast == IB_BCAST_NONE)
        math_is(setup::math::copy(0) | kAnyMathShape);
    else
        math_is(setup::math::broadcast(broadcast, 0) | kAnyMathShape);
}
template <DataCopyType type, bool is_fp32_dest_acc_en,
          BroadcastType src_b_bcast_type = BroadcastType::NONE, bool unpack_to_dest = false>
FORCE_INLINE void llk_math_eltwise_unary_datacopy(uint32_t dst_index, uint32_t operand = 0) {
    ironbird::compute::math_spread(operand, dst_index, uint32_t(src_b_bcast_type));
}
template <auto... settings>
FORCE_INLINE void llk_math_eltwise_unary_datacopy_block(uint32_t start_dst_index, uint32_t ntiles,
                                                        uint32_t operand = 0) {
    for (uint32_t t = 0; t < ntiles; ++t)
        llk_math_eltwise_unary_datacopy<settings...>(start_dst_index + t, operand);
}
template <auto... settings>
FORCE_INLINE void llk_math_eltwise_unary_datacopy_uninit() {}

template <EltwiseBinaryType type, auto... settings>
FORCE_INLINE void llk_math_eltwise_binary_init(uint32_t operand_A = 0, uint32_t operand_B = 0,
                                               uint32_t acc_to_dest = 0) {
    using namespace ironbird::compute;
    math_accumulates(acc_to_dest);
    math_is(setup::math::elementwise(elementwise_loop<type>(), broadcast_of<settings...>,
                                     reuses_dst<settings...>, fidelity_of<settings...>(), 0) |
            kAnyMathShape);
}
template <EltwiseBinaryType eltwise_binary_type, BroadcastType src_b_bcast_type,
          bool is_fp32_dest_acc_en, MathFidelity math_fidelity,
          EltwiseBinaryReuseDestType binary_reuse_dest = EltwiseBinaryReuseDestType::NONE>
FORCE_INLINE void llk_math_eltwise_binary(uint32_t dst_index, bool clear_fp32_dst_acc = true) {
    using namespace ironbird::compute;
    constexpr uint32_t op = elementwise_code<eltwise_binary_type>();
    if constexpr (binary_reuse_dest == EltwiseBinaryReuseDestType::NONE)
        math_binary(op, dst_index, uint32_t(src_b_bcast_type), uint32_t(math_fidelity));
    else
        math_binary_with_dst(op, dst_index, reuse_flags(binary_reuse_dest));
}
template <auto... settings>
FORCE_INLINE void llk_math_eltwise_binary(uint32_t operand_A, uint32_t operand_B,
                                          uint32_t dst_index, bool clear_fp32_dst_acc) {
    llk_math_eltwise_binary<settings...>(dst_index, clear_fp32_dst_acc);
}

template <MathFidelity math_fidelity, int THROTTLE_LEVEL = 0>
FORCE_INLINE void llk_math_matmul_init(uint32_t operandA, uint32_t operandB, uint32_t transpose = 0,
                                       uint32_t ct_dim = 1, uint32_t rt_dim = 1) {
    if constexpr (ironbird::compute::kCalculates)
        ironbird::compute::remembered.transposed_in1 = transpose != 0;
    ironbird::compute::math_is(
        ironbird::setup::math::matmul(ct_dim, rt_dim, uint32_t(math_fidelity)));
}
// Of 2025: for kernels that are written for math alone.
template <MathFidelity math_fidelity, int THROTTLE_LEVEL = 0>
FORCE_INLINE void llk_math_matmul_init(uint32_t transpose = 0) {
    llk_math_matmul_init<math_fidelity>(0, 0, transpose);
}
template <MathFidelity math_fidelity, int THROTTLE_LEVEL = 0, uint32_t num_faces = 4>
FORCE_INLINE void llk_math_matmul(uint32_t dst_index, uint32_t ct_dim = 1, uint32_t rt_dim = 1) {
    ironbird::compute::math_matmul(dst_index, ct_dim, rt_dim, uint32_t(math_fidelity));
}

template <auto... settings>
FORCE_INLINE void llk_math_reduce_init(uint32_t operandA = 0, uint32_t operandB = 0) {
    using namespace ironbird::compute;
    math_is(setup::math::reduction(pool_of<settings...>, dim_of<settings...>,
                                   fidelity_of<settings...>()));
}
FORCE_INLINE void llk_math_reduce_uninit(uint32_t operandA = 0) {}
template <PoolType type, ReduceDim dim, bool is_fp32_dest_acc_en, MathFidelity math_fidelity,
          bool is_int_fpu_en = false>
FORCE_INLINE void llk_math_reduce(uint32_t dst_index, const ckernel::TensorShape& tensor_shape) {
    ironbird::compute::math_reduce(uint32_t(type), uint32_t(dim), dst_index,
                                   tensor_shape.total_num_faces(), uint32_t(math_fidelity));
}
template <PoolType type, ReduceDim dim, bool is_fp32_dest_acc_en, MathFidelity math_fidelity,
          bool is_int_fpu_en = false>
FORCE_INLINE void llk_math_reduce(uint32_t operandA, uint32_t operandB, uint32_t dst_index) {
    ironbird::compute::math_reduce(uint32_t(type), uint32_t(dim), dst_index,
                                   ironbird::compute::faces_of(operandA), uint32_t(math_fidelity));
}

template <bool transpose_of_faces = true, bool is_32bit = false>
FORCE_INLINE void llk_math_transpose_dest_init() {
    ironbird::compute::math_is(ironbird::setup::math::transpose_dst(is_32bit, transpose_of_faces));
}
template <bool transpose_of_faces = true, bool is_32bit = false>
FORCE_INLINE void llk_math_transpose_dest(uint32_t dst_index) {
    ironbird::compute::math_transpose_dst(
        dst_index, is_32bit,
        IB_UNPACK_TRANSPOSE_WITHIN | (transpose_of_faces ? IB_UNPACK_TRANSPOSE_FACES : 0));
}

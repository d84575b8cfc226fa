// Operations across the numbers of tiles: sorting, reductions. Part of compute_kernel_api.h.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ironbird::compute {

// Which of the set-ups a reduction has: by what it makes of the numbers, and by their width.
constexpr uint32_t reduction_form(ckernel::PoolType pool, DataFormat format) {
    using ckernel::PoolType;
    const uint32_t width = format == DataFormat::UInt16 ? 2 : format == DataFormat::Int32 ? 1 : 0;
    const uint32_t kind = pool == PoolType::SUM ? 0 : pool == PoolType::AVG ? 1 : 2;
    return pool == PoolType::MIN ? kUnknownForm : 3 * kind + width;
}

}  // namespace ironbird::compute

namespace ckernel {

// ---- top-k: values in two tiles, their indices in the two after them

template <bool stable_sort = false>
ALWI void topk_local_sort(uint32_t idst, int idir, int i_end_phase, int i_start_phase = 0,
                          int i_end_step = 0, int i_start_step = 0) {
    ironbird::compute::sfpu(IB_SFPU_topk_local_sort, {idst, idst + 1, idst + 2, idst + 3}, {}, idir,
                            i_end_phase, i_start_phase, i_end_step, i_start_step, stable_sort);
}
template <bool idir = false, bool stable_sort = false>
ALWI void topk_merge(uint32_t idst, int m_iter, int k) {
    ironbird::compute::sfpu(IB_SFPU_topk_merge, {idst, idst + 1, idst + 2, idst + 3}, {}, m_iter, k,
                            idir, stable_sort);
}
template <bool stable_sort = false>
ALWI void topk_rebuild(uint32_t idst, bool idir, int m_iter, int k, int logk, int skip_second) {
    ironbird::compute::sfpu(IB_SFPU_topk_rebuild, {idst, idst + 1, idst + 2, idst + 3}, {}, idir,
                            m_iter, k, logk, skip_second, stable_sort);
}
ALWI void topk_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_topk_local_sort);
}
// 16-bit integers lie where the packer reads them already.
ALWI void topk_uint16_prepare_value_tile_for_pack(uint32_t idst) {}

// ---- reductions

enum class DataLayout { TILE = 0, ROW_MAJOR = 1 };

template <int num_rows = 9, DataLayout layout = DataLayout::TILE, bool accumulate = false,
          int ITERATIONS = 8>
ALWI void max_reduce_with_indices(uint32_t idst, uint32_t idst_idx, uint32_t chunk = 0) {
    static_assert(num_rows <= 32, "a tile has 32 rows");
    static_assert(num_rows <= 9 || layout == DataLayout::ROW_MAJOR,
                  "more than nine rows are reduced in row-major order only");
    ironbird::compute::sfpu(IB_SFPU_max_reduce_with_indices, {idst, idst_idx}, {}, num_rows,
                            layout == DataLayout::ROW_MAJOR, accumulate, chunk);
}
template <DataLayout layout = DataLayout::TILE>
ALWI void max_reduce_with_indices_init() {
    ironbird::compute::sfpu_is(IB_SFPU_max_reduce_with_indices);
}

template <PoolType pool_type, DataFormat format, ReduceDim reduce_dim = ReduceDim::REDUCE_COL>
ALWI void sfpu_reduce(uint32_t idst, uint32_t ct_dim = 1, uint32_t rt_dim = 1) {
    static_assert(reduce_dim == ReduceDim::REDUCE_COL ||
                      (reduce_dim == ReduceDim::REDUCE_ROW && pool_type != PoolType::AVG),
                  "sfpu_reduce goes down columns, or along rows but for averages");
    static_assert(format == DataFormat::Float32 || format == DataFormat::Float16_b ||
                      format == DataFormat::Int32 || format == DataFormat::UInt32 ||
                      format == DataFormat::UInt16,
                  "sfpu_reduce takes Float32, Float16_b, Int32, UInt32 and UInt16");
    ironbird::compute::sfpu(
        IB_SFPU_sfpu_reduce, {idst, idst},
        {.format = format, .form = int(ironbird::compute::reduction_form(pool_type, format))},
        pool_type, reduce_dim, ct_dim, rt_dim);
}
template <PoolType pool_type, DataFormat format>
ALWI void sfpu_reduce_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sfpu_reduce,
                               ironbird::compute::reduction_form(pool_type, format));
}

template <DataFormat format>
ALWI void sfpu_add_top_row(uint32_t dst_tile_0, uint32_t dst_tile_1, uint32_t dst_tile_out) {
    static_assert(format == DataFormat::Float32 || format == DataFormat::Int32 ||
                      format == DataFormat::UInt32,
                  "sfpu_add_top_row takes Float32, Int32 and UInt32");
    ironbird::compute::sfpu(IB_SFPU_sfpu_add_top_row, {dst_tile_0, dst_tile_1, dst_tile_out},
                            {.format = format});
}
ALWI void sfpu_add_top_row_init() {
    ironbird::compute::sfpu_is(IB_SFPU_sfpu_add_top_row);
}

}  // namespace ckernel

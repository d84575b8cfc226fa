// Mean and variance down the columns by Welford's method.
#pragma once

#include <array>

#include "api/compute/tile_move_copy.h"
#include "ironbird/compute/sfpu.h"

namespace ckernel {

enum class WelfordInitMode : uint8_t { ClearStats, PreserveStats };

}  // namespace ckernel

namespace ironbird::compute {

// 1 / (index + 1), from the kernel's table where it has one.
template <size_t size>
FORCE_INLINE uint32_t welford_share(uint32_t index, const std::array<uint32_t, size>& table) {
    if constexpr (size > 0) {
        return table[index];
    } else {
        return __builtin_bit_cast(uint32_t, 1.0f / float(index + 1));
    }
}

template <size_t size>
FORCE_INLINE void welford_rows(uint32_t dst, uint32_t index, uint32_t row, uint32_t rows,
                               const std::array<uint32_t, size>& table) {
    if constexpr (!kCalculates) return;
    for (uint32_t end = row + rows; row < end; ++row, ++index)
        sfpu_unary(IB_SFPU_welford_row, dst, row, welford_share(index, table));
}

// Mean in one tile, variance or squares in the next.
template <class... Params>
FORCE_INLINE void welford_tiles(ib_sfpu_op op, uint32_t mean_dst, Params... params) {
    sfpu(op, {mean_dst, mean_dst + 1}, {}, params...);
}

}  // namespace ironbird::compute

namespace ckernel {

ALWI void welford_clear() {
    ironbird::compute::sfpu(IB_SFPU_welford_clear, {}, {});
}
template <WelfordInitMode mode = WelfordInitMode::ClearStats>
ALWI void welford_init() {
    if constexpr (mode == WelfordInitMode::ClearStats) welford_clear();
    ironbird::compute::sfpu_is(IB_SFPU_welford_row);
}
ALWI void welford_reinit(uint32_t cbid) {
    copy_tile_init(cbid);
}

template <size_t reciprocal_size>
ALWI void welford_update(uint32_t input_dst_idx, uint32_t start_idx,
                         const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    ironbird::compute::welford_rows(input_dst_idx, start_idx, 0, 32, reciprocal_lut);
}
template <size_t reciprocal_size>
ALWI void welford_update_rows(uint32_t input_dst_idx, uint32_t start_idx, uint32_t start_row,
                              uint32_t num_rows,
                              const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    ironbird::compute::welford_rows(input_dst_idx, start_idx, start_row, num_rows, reciprocal_lut);
}

ALWI void welford_save_state(uint32_t mean_dst_idx, uint32_t group_id = 0) {
    ironbird::compute::welford_tiles(IB_SFPU_welford_save, mean_dst_idx, group_id);
}
ALWI void welford_restore_state(uint32_t mean_dst_idx, uint32_t group_id = 0) {
    ironbird::compute::welford_tiles(IB_SFPU_welford_restore, mean_dst_idx, group_id);
}

template <size_t reciprocal_size>
ALWI void welford_finalize_to_row(uint32_t mean_dst_idx, uint32_t scale_idx,
                                  const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    ironbird::compute::welford_tiles(IB_SFPU_welford_to_row, mean_dst_idx,
                                     ironbird::compute::welford_share(scale_idx, reciprocal_lut));
}
template <size_t reciprocal_size>
ALWI void welford_finalize_to_face(uint32_t mean_dst_idx, uint32_t group_id, uint32_t scale_idx,
                                   const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    ironbird::compute::welford_tiles(IB_SFPU_welford_to_face, mean_dst_idx, group_id,
                                     ironbird::compute::welford_share(scale_idx, reciprocal_lut));
}
template <size_t reciprocal_size>
ALWI void welford_finalize_to_face(uint32_t mean_dst_idx, uint32_t scale_idx,
                                   const std::array<uint32_t, reciprocal_size>& reciprocal_lut) {
    welford_finalize_to_face(mean_dst_idx, 0, scale_idx, reciprocal_lut);
}

}  // namespace ckernel

// New formats for the source registers and the packer while a kernel runs.
#pragma once

#include "api/compute/common_globals.h"
#include "api/compute/src_order.h"
#include "ironbird/compute/reconfigure.h"

namespace ckernel {

// Template arguments over the years: the order of the operands, "to or from int8", "tile shape
// too".
template <auto... options>
ALWI void reconfig_data_format(uint32_t icb0_new_operand, uint32_t icb1_new_operand) {
    using namespace ironbird::compute;
    if constexpr (is_reverse<options...>)
        source_formats(kBothSources | with_shape<options...>, icb1_new_operand, icb0_new_operand);
    else
        source_formats(kBothSources | with_shape<options...>, icb0_new_operand, icb1_new_operand);
}
template <auto... options>
ALWI void reconfig_data_format(uint32_t icb0_old_operand, uint32_t icb0_new_operand,
                               uint32_t icb1_old_operand, uint32_t icb1_new_operand) {
    using namespace ironbird::compute;
    if constexpr (is_reverse<options...>)
        change_sources({icb1_old_operand, icb1_new_operand}, {icb0_old_operand, icb0_new_operand},
                       with_shape<options...>);
    else
        change_sources({icb0_old_operand, icb0_new_operand}, {icb1_old_operand, icb1_new_operand},
                       with_shape<options...>);
}

template <auto... options>
ALWI void reconfig_data_format_srca(uint32_t srca_new_operand) {
    using namespace ironbird::compute;
    source_formats(IB_SRC_A | with_shape<options...>, srca_new_operand, srca_new_operand);
}
template <auto... options>
ALWI void reconfig_data_format_srca(uint32_t srca_old_operand, uint32_t srca_new_operand) {
    using namespace ironbird::compute;
    change_source(IB_SRC_A, {srca_old_operand, srca_new_operand}, with_shape<options...>);
}
template <auto... options>
ALWI void reconfig_data_format_srcb(uint32_t srcb_new_operand) {
    using namespace ironbird::compute;
    source_formats(IB_SRC_B | with_shape<options...>, srcb_new_operand, srcb_new_operand);
}
template <auto... options>
ALWI void reconfig_data_format_srcb(uint32_t srcb_old_operand, uint32_t srcb_new_operand) {
    using namespace ironbird::compute;
    change_source(IB_SRC_B, {srcb_old_operand, srcb_new_operand}, with_shape<options...>);
}

template <bool is_tile_dim_reconfig_en = false>
ALWI void pack_reconfig_data_format(uint32_t new_cb_id) {
    ironbird::compute::new_output<is_tile_dim_reconfig_en>(new_cb_id);
}
template <bool is_tile_dim_reconfig_en = false>
ALWI void pack_reconfig_data_format(uint32_t old_cb_id, uint32_t new_cb_id) {
    ironbird::compute::change_output({old_cb_id, new_cb_id}, is_tile_dim_reconfig_en);
}

}  // namespace ckernel

#include "ironbird/compute/reconfigure_more.h"

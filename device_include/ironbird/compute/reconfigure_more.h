// The rarer spellings of reconfiguration: formats with the tile's shape, the shape alone, and
// without the switch to 8-bit integers. The operand that a call names carries all of them.
#pragma once

namespace ckernel {

template <SrcOrder src_order = SrcOrder::Regular, class... Operand>
ALWI void reconfig_full_operand(Operand... operands) {
    reconfig_data_format<src_order, true>(uint32_t(operands)...);
}
template <class... Operand>
ALWI void reconfig_full_operand_srca(Operand... operands) {
    reconfig_data_format_srca<true>(uint32_t(operands)...);
}
template <class... Operand>
ALWI void reconfig_full_operand_srcb(Operand... operands) {
    reconfig_data_format_srcb<true>(uint32_t(operands)...);
}

template <SrcOrder src_order = SrcOrder::Regular>
ALWI void reconfig_tile_shape(uint32_t icb0_new_operand, uint32_t icb1_new_operand) {
    using namespace ironbird::compute;
    constexpr bool reverse = src_order == SrcOrder::Reverse;
    source_shapes(kBothSources, reverse ? icb1_new_operand : icb0_new_operand,
                  reverse ? icb0_new_operand : icb1_new_operand);
}
template <SrcOrder src_order = SrcOrder::Regular>
ALWI void reconfig_tile_shape(uint32_t icb0_old_operand, uint32_t icb0_new_operand,
                              uint32_t icb1_old_operand, uint32_t icb1_new_operand) {
    reconfig_tile_shape<src_order>(icb0_new_operand, icb1_new_operand);
}
ALWI void reconfig_tile_shape_srca(uint32_t new_operand) {
    ironbird::compute::source_shapes(IB_SRC_A, new_operand, new_operand);
}
ALWI void reconfig_tile_shape_srca(uint32_t old_operand, uint32_t new_operand) {
    reconfig_tile_shape_srca(new_operand);
}
ALWI void reconfig_tile_shape_srcb(uint32_t new_operand) {
    ironbird::compute::source_shapes(IB_SRC_B, new_operand, new_operand);
}
ALWI void reconfig_tile_shape_srcb(uint32_t old_operand, uint32_t new_operand) {
    reconfig_tile_shape_srcb(new_operand);
}

template <auto... options, class... Operand>
ALWI void reconfig_data_format_skip_int8(Operand... operands) {
    reconfig_data_format<options...>(uint32_t(operands)...);
}
template <auto... options, class... Operand>
ALWI void reconfig_data_format_srca_skip_int8(Operand... operands) {
    reconfig_data_format_srca(uint32_t(operands)...);
}
template <auto... options, class... Operand>
ALWI void reconfig_data_format_srcb_skip_int8(Operand... operands) {
    reconfig_data_format_srcb(uint32_t(operands)...);
}

}  // namespace ckernel

// The rarer spellings of reconfiguration: formats with the tile's shape, the shape alone, and
// without the switch to 8-bit integers. The operand that a call names carries all of them.
#pragma once

namespace ckernel {

template <SrcOrder src_order = SrcOrder::Regular, class... Operand>
ALWI void reconfig_full_operand(Operand... operands) {
    reconfig_data_format<src_order>(uint32_t(operands)...);
}
template <class... Operand>
ALWI void reconfig_full_operand_srca(Operand... operands) {
    reconfig_data_format_srca(uint32_t(operands)...);
}
template <class... Operand>
ALWI void reconfig_full_operand_srcb(Operand... operands) {
    reconfig_data_format_srcb(uint32_t(operands)...);
}

template <SrcOrder src_order = SrcOrder::Regular, class... Operand>
ALWI void reconfig_tile_shape(Operand... operands) {
    reconfig_data_format<src_order>(uint32_t(operands)...);
}
template <class... Operand>
ALWI void reconfig_tile_shape_srca(Operand... operands) {
    reconfig_data_format_srca(uint32_t(operands)...);
}
template <class... Operand>
ALWI void reconfig_tile_shape_srcb(Operand... operands) {
    reconfig_data_format_srcb(uint32_t(operands)...);
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

// What the LLK level knows of a CB: its number is its operand and its output.
#pragma once

#include "ironbird/compute/operands.h"
#include "tensor_shape.h"

FORCE_INLINE constexpr uint32_t get_operand_id(uint32_t operand) {
    return operand;
}
FORCE_INLINE constexpr uint32_t get_output_id(uint32_t output) {
    return output;
}
FORCE_INLINE constexpr uint32_t get_operand_src_format(uint32_t operand_id) {
    return unpack_src_format[operand_id];
}
FORCE_INLINE constexpr uint32_t get_operand_dst_format(uint32_t operand_id) {
    return unpack_dst_format[operand_id];
}
FORCE_INLINE constexpr uint32_t get_operand_num_faces(uint32_t operand_id) {
    return unpack_tile_num_faces[operand_id];
}
FORCE_INLINE constexpr uint32_t get_operand_face_r_dim(uint32_t operand_id) {
    return unpack_tile_face_r_dim[operand_id];
}
FORCE_INLINE constexpr uint32_t get_operand_tile_r_dim(uint32_t operand_id) {
    return unpack_tile_r_dim[operand_id];
}
FORCE_INLINE constexpr uint32_t get_operand_tile_c_dim(uint32_t operand_id) {
    return unpack_tile_c_dim[operand_id];
}
FORCE_INLINE constexpr uint32_t get_output_num_faces(uint32_t output_id) {
    return pack_tile_num_faces[output_id];
}
FORCE_INLINE constexpr uint32_t get_output_face_r_dim(uint32_t output_id) {
    return pack_tile_face_r_dim[output_id];
}
FORCE_INLINE ckernel::TensorShape get_operand_tensor_shape(uint32_t operand_id) {
    const ib_operand op = ironbird::compute::input(operand_id);
    return {op.face_rows, 16, op.faces_down, op.faces_across};
}

// CBs as the unpacker and the packer see them, from the prologue's tables.
#pragma once

#include <array>

#include "ironbird/compute/processor.h"
#include "tensix_types.h"

namespace ironbird::compute {

using Operands = std::array<ib_operand, IB_MAX_CBS>;

template <class Table>
constexpr Operands operands(const Table& register_formats) {
    Operands all{};
    for (uint32_t cb = 0; cb < IB_MAX_CBS; ++cb) {
        const uint32_t across = unpack_tile_c_dim[cb] > 16 ? 2 : 1;
        const uint32_t faces = unpack_tile_num_faces[cb];
        all[cb] = {.cb = uint8_t(cb),
                   .l1_format = uint8_t(unpack_src_format[cb]),
                   .reg_format = uint8_t(register_formats[cb]),
                   .face_rows = uint8_t(unpack_tile_face_r_dim[cb]),
                   .faces_down = uint8_t(faces > across ? faces / across : 1),
                   .faces_across = uint8_t(faces < across ? faces : across),
                   .rows = 0,
                   .reserved = 0};
    }
    return all;
}

inline constexpr Operands kInputs = operands(unpack_dst_format);
inline constexpr Operands kOutputs = operands(pack_src_format);

// A number that no CB has goes on as 255, for which the device has a message.
FORCE_INLINE ib_operand input(uint32_t cb) {
    return cb < IB_MAX_CBS ? kInputs[cb] : ib_operand{.cb = 255};
}
FORCE_INLINE ib_operand output(uint32_t cb) {
    return cb < IB_MAX_CBS ? kOutputs[cb] : ib_operand{.cb = 255};
}

constexpr bool is_32bit(uint32_t format) {
    return format == uint32_t(DataFormat::Float32) || format == uint32_t(DataFormat::Int32) ||
           format == uint32_t(DataFormat::UInt32);
}

// 32-bit data does not fit Src: with these formats on both sides it passes by, straight into Dst.
FORCE_INLINE bool passes_src(uint32_t cb) {
    const ib_operand op = input(cb);
    return is_32bit(op.l1_format) && is_32bit(op.reg_format);
}

}  // namespace ironbird::compute

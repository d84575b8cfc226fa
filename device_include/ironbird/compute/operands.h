// CBs as the unpacker and the packer see them. They come with the loaded kernel and are no
// constants of the compiler: nothing here may need one (see prologue.hpp of the JIT).
#pragma once

#include "ironbird/compute/processor.h"
#include "tensix_types.h"

namespace ironbird::compute {

// A number that no CB has goes on as 255, for which the device has a message.
FORCE_INLINE ib_operand input(uint32_t cb) {
    return cb < IB_MAX_CBS ? ib_tables.inputs[cb] : ib_operand{.cb = 255};
}
FORCE_INLINE ib_operand output(uint32_t cb) {
    return cb < IB_MAX_CBS ? ib_tables.outputs[cb] : ib_operand{.cb = 255};
}

FORCE_INLINE uint32_t kernel_fidelity() {
    return ib_tables.settings.fidelity;
}
FORCE_INLINE bool dst_is_wide() {
    return ib_tables.settings.fp32_dest != 0;
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

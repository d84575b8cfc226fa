// Numbers of one format as those of another; formats by their codes.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ironbird::compute {

constexpr bool is_float16_like(DataFormat f) {
    return f == DataFormat::Float16_b || f == DataFormat::Bfp8_b || f == DataFormat::Bfp4_b;
}

// Which of the set-ups a conversion has, by the formats at both ends.
constexpr uint32_t typecast_form(uint32_t in_code, uint32_t out_code) {
    using enum DataFormat;
    const DataFormat in = DataFormat(in_code), out = DataFormat(out_code);
    const bool from_float = in == Float32 || is_float16_like(in);
    const bool word = out == Int32 || out == UInt32, half = is_float16_like(out);
    if (in == out) return kUnknownForm;
    if (from_float)
        return out == UInt16 ? 1 : out == UInt8 ? 2 : in == Float32 && out == Float16_b ? 3 : 0;
    if (in == UInt16) return half ? 4 : out == Float32 ? 5 : word ? 6 : out == UInt8 ? 7 : 0;
    if (in == Int32)
        return out == UInt8 ? 8 : half ? 11 : out == Float32 ? 12 : out == UInt16 ? 13 : 0;
    if (in == UInt32 && out == UInt8) return 8;
    if (in == UInt32 || in == UInt8) return half ? 9 : out == Float32 ? 10 : 0;
    return kUnknownForm;
}

}  // namespace ironbird::compute

namespace ckernel {

template <uint32_t IN_DTYPE, uint32_t OUT_DTYPE>
ALWI void typecast_tile(uint32_t idst) {
    if constexpr (IN_DTYPE != OUT_DTYPE)
        ironbird::compute::sfpu(
            IB_SFPU_typecast, {idst, idst},
            {.form = int(ironbird::compute::typecast_form(IN_DTYPE, OUT_DTYPE))}, IN_DTYPE,
            OUT_DTYPE);
}
template <uint32_t IN_DTYPE = 0, uint32_t OUT_DTYPE = 0>
ALWI void typecast_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_typecast,
                               ironbird::compute::typecast_form(IN_DTYPE, OUT_DTYPE));
}

}  // namespace ckernel

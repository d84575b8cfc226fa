// Floats to bytes and back, with a scale and a zero point.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void quant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_quant, idst0, idst1, odst,
                                   ironbird::compute::sfpu_remembered.zero_point,
                                   ironbird::compute::sfpu_remembered.to_uint8);
}
ALWI void quant_tile_init(const uint32_t zero_point) {
    ironbird::compute::sfpu_remembered.zero_point = zero_point;
    ironbird::compute::sfpu_remembered.to_uint8 = 0;
    ironbird::compute::sfpu_is(IB_SFPU_quant);
}
ALWI void quant_uint8_tile_init(const uint32_t zero_point) {
    ironbird::compute::sfpu_remembered.zero_point = zero_point;
    ironbird::compute::sfpu_remembered.to_uint8 = 1;
    ironbird::compute::sfpu_is(IB_SFPU_quant);
}
ALWI void requant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_requant, idst0, idst1, odst,
                                   ironbird::compute::sfpu_remembered.zero_point,
                                   ironbird::compute::sfpu_remembered.to_uint8);
}
ALWI void requant_tile_init(const uint32_t zero_point) {
    ironbird::compute::sfpu_remembered.zero_point = zero_point;
    ironbird::compute::sfpu_remembered.to_uint8 = 0;
    ironbird::compute::sfpu_is(IB_SFPU_requant);
}
ALWI void requant_uint8_tile_init(const uint32_t zero_point) {
    ironbird::compute::sfpu_remembered.zero_point = zero_point;
    ironbird::compute::sfpu_remembered.to_uint8 = 1;
    ironbird::compute::sfpu_is(IB_SFPU_requant);
}
ALWI void dequant_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_dequant, idst0, idst1, odst,
                                   ironbird::compute::sfpu_remembered.zero_point);
}
ALWI void dequant_tile_init(const uint32_t zero_point) {
    ironbird::compute::sfpu_remembered.zero_point = zero_point;
    ironbird::compute::sfpu_remembered.to_uint8 = 0;
    ironbird::compute::sfpu_is(IB_SFPU_dequant);
}

}  // namespace ckernel

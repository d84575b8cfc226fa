// Rectified linear units.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void relu_tile(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu, idst);
}
ALWI void relu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_relu);
}
ALWI void relu_tile_int32(uint32_t idst) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_int32, idst);
}
ALWI void relu_max_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_max, idst, param0);
}
ALWI void relu_max_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_relu_max);
}
ALWI void relu_max_tile_int32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_max_int32, idst, param0);
}
ALWI void relu_max_tile_uint32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_max_uint32, idst, param0);
}
ALWI void relu_max_tile_uint16(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_max_uint16, idst, param0);
}
ALWI void relu_min_tile(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_min, idst, param0);
}
ALWI void relu_min_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_relu_min);
}
ALWI void relu_min_tile_int32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_min_int32, idst, param0);
}
ALWI void relu_min_tile_uint32(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_min_uint32, idst, param0);
}
ALWI void relu_min_tile_uint16(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_relu_min_uint16, idst, param0);
}
ALWI void relu_max_tile_pack(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary_pack(IB_SFPU_relu_max, idst, param0);
}
ALWI void relu_max_tile_init_pack() {
    ironbird::compute::sfpu_is(IB_SFPU_relu_max, 0, ironbird::compute::kPacks);
}
ALWI void leaky_relu_tile(uint32_t idst, uint32_t slope = 0) {
    ironbird::compute::sfpu_unary(IB_SFPU_leaky_relu, idst, slope);
}
ALWI void leaky_relu_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_leaky_relu);
}

}  // namespace ckernel

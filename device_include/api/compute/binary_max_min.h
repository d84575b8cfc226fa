// The larger and the smaller of two tiles.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void binary_max_tile(uint32_t idst0, uint32_t idst1, uint32_t odst,
                          ironbird::compute::Faces vector_mode = VectorMode::RC) {
    ironbird::compute::sfpu(IB_SFPU_binary_max, {idst0, idst1, odst}, {.faces = vector_mode});
}
ALWI void binary_max_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_binary_max);
}
ALWI void binary_max_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_binary_max_int32, idst0, idst1, odst);
}
ALWI void binary_max_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_binary_max_int32);
}
ALWI void binary_max_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_binary_max_uint32, idst0, idst1, odst);
}
ALWI void binary_max_uint32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_binary_max_uint32);
}
ALWI void binary_min_tile(uint32_t idst0, uint32_t idst1, uint32_t odst,
                          ironbird::compute::Faces vector_mode = VectorMode::RC) {
    ironbird::compute::sfpu(IB_SFPU_binary_min, {idst0, idst1, odst}, {.faces = vector_mode});
}
ALWI void binary_min_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_binary_min);
}
ALWI void binary_min_int32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_binary_min_int32, idst0, idst1, odst);
}
ALWI void binary_min_int32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_binary_min_int32);
}
ALWI void binary_min_uint32_tile(uint32_t idst0, uint32_t idst1, uint32_t odst) {
    ironbird::compute::sfpu_binary(IB_SFPU_binary_min_uint32, idst0, idst1, odst);
}
ALWI void binary_min_uint32_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_binary_min_uint32);
}

}  // namespace ckernel

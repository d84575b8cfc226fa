// Random numbers of one range.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void rand_tile(uint32_t idst, uint32_t from, uint32_t scale) {
    ironbird::compute::sfpu_unary(IB_SFPU_rand, idst, from, scale);
}
// Streams of one seed lie apart by the golden ratio.
ALWI void rand_tile_init(uint32_t seed = 0, uint32_t stream_id = 0) {
    ironbird::compute::sfpu_unary(IB_SFPU_seed, 0, seed + stream_id * 0x9e3779b9u);
    ironbird::compute::sfpu_is(IB_SFPU_rand);
}

}  // namespace ckernel

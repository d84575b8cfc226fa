// One number in every place of a tile.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

ALWI void fill_tile(uint32_t idst, float param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_fill, idst, __builtin_bit_cast(uint32_t, param0));
}
template <DataFormat DATA_FORMAT = DataFormat::Int32>
ALWI void fill_tile_int(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu(IB_SFPU_fill_int, {idst}, ironbird::compute::integers<DATA_FORMAT>(),
                            param0);
}
ALWI void fill_tile_bitcast(uint32_t idst, uint32_t param0) {
    ironbird::compute::sfpu_unary(IB_SFPU_fill_bitcast, idst, param0);
}
ALWI void fill_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_fill);
}

}  // namespace ckernel

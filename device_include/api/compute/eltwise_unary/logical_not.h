// One where a tile is zero.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat DATA_FORMAT>
ALWI void logical_not_tile(uint32_t idst) {
    static_assert(DATA_FORMAT == DataFormat::Float32 || DATA_FORMAT == DataFormat::Float16_b ||
                      DATA_FORMAT == DataFormat::Int32 || DATA_FORMAT == DataFormat::UInt32 ||
                      DATA_FORMAT == DataFormat::UInt16 || DATA_FORMAT == DataFormat::Bfp8_b ||
                      DATA_FORMAT == DataFormat::Bfp4_b,
                  "logical_not_tile takes floats with eight bits of exponent and integers");
    ironbird::compute::sfpu(IB_SFPU_logical_not, {idst, idst}, {.format = DATA_FORMAT});
}
ALWI void logical_not_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_logical_not);
}

// The names of 2025.
ALWI void logical_not_unary_tile(uint32_t idst) {
    logical_not_tile<DataFormat::Float16_b>(idst);
}
ALWI void logical_not_unary_tile_int32(uint32_t idst) {
    logical_not_tile<DataFormat::Int32>(idst);
}
ALWI void logical_not_unary_tile_uint32(uint32_t idst) {
    logical_not_tile<DataFormat::UInt32>(idst);
}
ALWI void logical_not_unary_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_COUNT);
}

}  // namespace ckernel

// x + sin(alpha x)^2 / beta.
#pragma once

#include "ironbird/compute/sfpu.h"

namespace ckernel {

template <DataFormat data_format>
ALWI void snake_beta_tile(uint32_t idst_x, uint32_t idst_alpha, uint32_t idst_beta,
                          uint32_t idst_out) {
    static_assert(data_format == DataFormat::Float32 || data_format == DataFormat::Float16_b ||
                      data_format == DataFormat::Bfp8_b,
                  "this operation takes floats");
    ironbird::compute::sfpu_ternary(IB_SFPU_snake_beta, idst_x, idst_alpha, idst_beta, idst_out);
}
ALWI void snake_beta_tile_init() {
    ironbird::compute::sfpu_is(IB_SFPU_snake_beta);
}

}  // namespace ckernel

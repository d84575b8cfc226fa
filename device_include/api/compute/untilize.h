// From tiles to row-major data, in the unpacker: the older way.
#pragma once

#include "api/compute/common.h"
#include "ironbird/compute/tilizing.h"

namespace ckernel {

ALWI void untilize_init(uint32_t icb, uint32_t call_line = 0) {
    using namespace ironbird::compute;
    unpack_transposed(0);
    unpack_is(setup::unpack::to_rows());
    math_is(setup::math::copy(loop_shape(icb)));
}
ALWI void untilize_uninit(uint32_t icb) {
    ironbird::compute::unpack_is(ironbird::setup::unpack::tiles_again());
}

template <uint32_t block_ct_dim = 1>
ALWI void untilize_block(uint32_t icb, uint32_t full_ct_dim, uint32_t ocb) {
    using namespace ironbird::compute;
    for (uint32_t t = 0; t + block_ct_dim <= full_ct_dim; t += block_ct_dim)
        section(
            [&] {
                for (uint32_t c = 0; c < block_ct_dim; ++c) {
                    if constexpr (kUnpacks) ib_unpack_untilize(input(icb), t + c, full_ct_dim);
                    math_copy(icb, c);
                }
            },
            [&] { pack_run(0, ocb, block_ct_dim); });
}

}  // namespace ckernel

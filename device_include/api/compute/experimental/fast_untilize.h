// Rows of tiles to row-major data: the faster way of the chip to pack_untilize's result.
#pragma once

#include "api/compute/pack_untilize.h"

namespace ironbird::compute {

// The most tiles of a row that Dst takes at once and that divide the row.
constexpr uint32_t untilize_step(uint32_t tiles) {
    uint32_t step = DST_ACCUM_MODE ? 4 : 8;
    while (tiles % step != 0) --step;
    return step;
}

}  // namespace ironbird::compute

namespace ckernel {

template <uint32_t full_ct_dim>
ALWI void fast_untilize_init(uint32_t icb, uint32_t ocb, uint32_t call_line = 0) {
    pack_untilize_init<full_ct_dim, full_ct_dim>(icb, ocb);
}
template <uint32_t full_ct_dim>
ALWI void fast_untilize_init_skip_remap(uint32_t icb, uint32_t ocb, uint32_t call_line = 0) {
    pack_untilize_init<full_ct_dim, full_ct_dim>(icb, ocb);
}
template <uint32_t full_ct_dim>
ALWI void fast_untilize_block(uint32_t icb, uint32_t ocb, uint32_t input_tile_index = 0,
                              uint32_t output_tile_index = 0) {
    static_assert(full_ct_dim > 0, "a row has tiles");
    if (output_tile_index != 0) ib_not_modelled("fast_untilize_block past the write pointer");
    constexpr uint32_t step = ironbird::compute::untilize_step(full_ct_dim);
    using namespace ironbird::compute;
    pack_is(setup::pack::untilize(step, full_ct_dim, ironbird::chip::is_blackhole()));
    for (uint32_t t = 0; t < full_ct_dim; t += step)
        ironbird::compute::section(
            [&] { copy_block(icb, input_tile_index + t, 0, step); },
            [&] { pack_untilize_dest<step, full_ct_dim>(ocb, 1, t / step); });
}
template <uint32_t full_ct_dim>
ALWI void fast_untilize_uninit(uint32_t ocb) {
    pack_untilize_uninit(ocb);
}

}  // namespace ckernel

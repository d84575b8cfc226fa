// From Dst to circular buffers.
#pragma once

#include "api/compute/common_globals.h"
#include "ironbird/compute/pack.h"

namespace ckernel {

// Formats travel with every pack call.
ALWI void pack_init(uint32_t ocb, uint32_t call_line = 0) {
    using namespace ironbird::compute;
    pack_width(1);
    pack_is(setup::pack::tile_loop(output_shape(ocb)));
}

// In order, behind the last tile since the last push; or at an index past the write pointer.
template <bool out_of_order_output = false>
ALWI void pack_tile(uint32_t ifrom_dst, uint32_t icb, uint32_t output_tile_index = 0) {
    if constexpr (out_of_order_output)
        ironbird::compute::pack_at(ifrom_dst, icb, output_tile_index);
    else
        ironbird::compute::pack_next(ifrom_dst, icb);
}
ALWI void pack_block(uint32_t ifrom_dst, uint32_t icb, uint32_t ntiles) {
    ironbird::compute::pack_run(ifrom_dst, icb, ntiles);
}
ALWI void pack_tile_block(uint32_t ifrom_dst, uint32_t icb, uint32_t ntiles) {
    ironbird::compute::pack_run(ifrom_dst, icb, ntiles);
}

ALWI void pack_reconfig_l1_acc(uint32_t l1_acc_en) {
    ironbird::compute::pack_accumulates(l1_acc_en);
}
ALWI void pack_relu_config(const ReluConfig& config) {
    ironbird::compute::pack_relu(config);
}

// The first rows of a Dst tile, as they lie there, without a tile around them.
ALWI void pack_rows_init(uint32_t num_rows) {
    ironbird::compute::remembered.pack_rows = num_rows;
    ironbird::compute::pack_is(ironbird::setup::pack::some_rows(num_rows));
}
ALWI void pack_rows(uint32_t idst, uint32_t ocb, uint32_t output_index = 0) {
    using namespace ironbird::compute;
    if constexpr (kPacks) ib_pack_rows(idst, output(ocb), output_index, remembered.pack_rows);
}
// Nothing on the chip either: pack_init comes before the next tile.
ALWI void pack_rows_uninit() {}

}  // namespace ckernel

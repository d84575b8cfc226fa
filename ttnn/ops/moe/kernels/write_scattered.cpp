// Tiles with rows of tokens to where they go, and zeros where there are none.
#include "live_tiles.h"

namespace {

constexpr uint32_t kTiles = tt::CBIndex::c_16, kPlan = tt::CBIndex::c_4;
using Args = TensorAccessorArgs<0>;

}  // namespace

void kernel_main() {
    const uint32_t bytes = get_common_arg_val<uint32_t>(5);
    const auto out = TensorAccessor(Args(), get_common_arg_val<uint32_t>(4), bytes);
    LiveTiles tiles(get_read_ptr(kPlan));
    cb_wait_front(kPlan, 1);
    for (uint32_t block = 0; block < tiles.blocks(); ++block) {
        tiles.seek(block);
        cb_wait_front(kTiles, tiles.width);
        const uint32_t from = get_read_ptr(kTiles);
        for (uint32_t i = 0; i < tiles.width; ++i)
            noc_async_write_page(tiles.page() + i, out, from + i * bytes);
        noc_async_writes_flushed();
        cb_pop_front(kTiles, tiles.width);
    }
    if (get_common_arg_val<uint32_t>(6) != 0) {
        const uint32_t zero = get_write_ptr(tt::CBIndex::c_8);
        fill(zero, bytes, 0);
        settle(zero + bytes - 4);
        for (uint32_t i = tiles.first; i < tiles.experts * tiles.room; i += tiles.step) {
            if (i % tiles.room < tiles.rows(i / tiles.room)) continue;
            for (uint32_t j = 0; j < tiles.columns; ++j)
                noc_async_write_page(i * tiles.columns + j, out, zero);
        }
    }
    cb_pop_front(kPlan, 1);
    noc_async_write_barrier();
}

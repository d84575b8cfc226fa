// Blocks of tiles, without what they have beyond the last column.
#include "blocks.h"

void kernel_main() {
    constexpr uint32_t cb = tt::CBIndex::c_16;
    using Args = TensorAccessorArgs<0>;
    const TileBlocks blocks;
    const uint32_t tile_bytes = get_common_arg_val<uint32_t>(3);
    const auto to = TensorAccessor(Args(4), get_common_arg_val<uint32_t>(0), tile_bytes);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    for (uint32_t block = first; block < first + count; ++block) {
        const uint32_t tile = blocks.first_tile(block), tiles = blocks.tiles(block);
        cb_wait_front(cb, blocks.width);
        uint32_t from = get_read_ptr(cb);
        for (uint32_t i = 0; i < tiles; ++i, from += tile_bytes)
            noc_async_write_page(tile + i, to, from);
        noc_async_writes_flushed();
        cb_pop_front(cb, blocks.width);
    }
    noc_async_write_barrier();
}

// Blocks of tiles; what a block has beyond the last column is a copy of that column.
#include "blocks.h"

void kernel_main() {
    constexpr uint32_t cb = tt::CBIndex::c_0;
    using Args = TensorAccessorArgs<0>;
    const TileBlocks blocks;
    const uint32_t tile_bytes = get_common_arg_val<uint32_t>(3);
    const auto from = TensorAccessor(Args(4), get_common_arg_val<uint32_t>(0), tile_bytes);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    for (uint32_t block = first; block < first + count; ++block) {
        const uint32_t tile = blocks.first_tile(block), last = blocks.tiles(block) - 1;
        cb_reserve_back(cb, blocks.width);
        uint32_t to = get_write_ptr(cb);
        for (uint32_t i = 0; i < blocks.width; ++i, to += tile_bytes)
            noc_async_read_page(tile + (i < last ? i : last), from, to);
        noc_async_read_barrier();
        cb_push_back(cb, blocks.width);
    }
}

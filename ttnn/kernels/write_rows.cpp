// Blocks of 32 rows into a row-major tensor, without what is padding.
#include "blocks.h"

void kernel_main() {
    constexpr uint32_t cb = tt::CBIndex::c_16;
    using Args = TensorAccessorArgs<0>;
    const RowBlocks blocks;
    const auto to =
        TensorAccessor(Args(8), get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(7));
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    for (uint32_t block = first; block < first + count; ++block) {
        const uint32_t rows = blocks.rows(block), bytes = blocks.bytes(block);
        const uint32_t row = blocks.first_row(block), offset = blocks.offset(block);
        cb_wait_front(cb, blocks.width);
        uint32_t from = get_read_ptr(cb);
        for (uint32_t i = 0; i < rows; ++i, from += blocks.width_bytes)
            noc_async_write(from, to.get_noc_addr(row + i, offset), bytes);
        noc_async_writes_flushed();
        cb_pop_front(cb, blocks.width);
    }
    noc_async_write_barrier();
}

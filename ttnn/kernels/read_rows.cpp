// Rows of a row-major tensor as blocks of 32, filled up with the pad value.
#include "blocks.h"
#include "local_copy.h"

namespace {

constexpr uint32_t kCb = tt::CBIndex::c_0;
using Args = TensorAccessorArgs<0>;

}  // namespace

void kernel_main() {
    const RowBlocks blocks;
    const auto from =
        TensorAccessor(Args(9), get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(8));
    const uint32_t pad = get_common_arg_val<uint32_t>(7);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    for (uint32_t block = first; block < first + count; ++block) {
        const uint32_t rows = blocks.rows(block), bytes = blocks.bytes(block);
        const uint32_t row = blocks.first_row(block), offset = blocks.offset(block);
        cb_reserve_back(kCb, blocks.width);
        const uint32_t base = get_write_ptr(kCb);
        uint32_t to = base;
        for (uint32_t i = 0; i < rows; ++i, to += blocks.width_bytes)
            noc_async_read(from.get_noc_addr(row + i, offset), to, bytes);
        fill(to, (32 - rows) * blocks.width_bytes, pad);
        noc_async_read_barrier();
        if (bytes < blocks.width_bytes)
            for (uint32_t i = 0; i < rows; ++i)
                fill(base + i * blocks.width_bytes + bytes, blocks.width_bytes - bytes, pad);
        cb_push_back(kCb, blocks.width);
    }
}

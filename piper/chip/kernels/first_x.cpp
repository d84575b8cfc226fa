// The first `x` words of rows of `width`, 0 where there are fewer. 1024 rows are `width` pages and
// become `x`. Common arguments: addresses of input and output, width, x.
#include "pages.h"

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t width = common(2), x = common(3);
    const uint32_t memory = scratch(), out = memory + 2 * kPageBytes;
    const auto from = tensor_of(0), to = tensor_of(1);
    Fetched pages(from, memory, kPageBytes, first * width, count * width);
    for (uint32_t block = first; block < first + count; ++block) {
        uint32_t taken = 0, page = 0, i = 0, row = 0;
        for (uint32_t k = 0; k < x; ++k) {
            for (uint32_t at = 0; at < kPageWords; ++at) {
                const uint32_t source = row * width + i;
                for (; i < width && taken <= source / kPageWords; ++taken) page = pages.next();
                words_at(out)[at] = i < width ? words_at(page)[source % kPageWords] : 0;
                if (++i == x) i = 0, ++row;
            }
            send_page(block * x + k, to, out);
            noc_async_writes_flushed();
        }
        for (; taken < width; ++taken) pages.next();
    }
    noc_async_write_barrier();
}

// Ids to rows of `size` floats, which lie one behind the other: a page of ids becomes `size` pages.
// Common arguments: addresses of ids and output, size.
#include "pages.h"

inline void set_ones(Words ids, Words page, uint32_t begin, uint32_t size) {
    for (uint32_t row = begin / size; row < kPageWords && row * size < begin + kPageWords; ++row) {
        const uint32_t id = ids[row], at = row * size + id - begin;
        if (id >= size || at >= kPageWords) continue;
        page[at] = 0x3f800000u;
        settle(page + at);
    }
}

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t size = common(2), memory = scratch(), out = memory + 2 * kPageBytes;
    const auto from = tensor_of(0), to = tensor_of(1);
    Fetched pages(from, memory, kPageBytes, first, count);
    for (uint32_t page = first; page < first + count; ++page) {
        const uint32_t ids = pages.next();
        for (uint32_t k = 0; k < size; ++k) {
            for (uint32_t i = 0; i < kPageWords; ++i) words_at(out)[i] = 0;
            set_ones(words_at(ids), words_at(out), k * kPageWords, size);
            send_page(page * size + k, to, out);
            noc_async_writes_flushed();
        }
    }
    noc_async_write_barrier();
}

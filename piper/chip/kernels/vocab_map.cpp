// Values to ids by a table of their column, which lies in this processor's memory. Common
// arguments: addresses of values, tables and ids; pages of a column, slices, pages of a table,
// range, id of what is in no table.
#include "jobs.h"

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), jobs = get_arg_val<uint32_t>(1);
    const auto values = tensor_of(0), tables = tensor_of(1), to = tensor_of(2);
    const uint32_t pages = common(3), slices = common(4), table_pages = common(5);
    const uint32_t range = common(6), oov_page = common(7);
    const uint32_t memory = scratch(), table_at = memory + 2 * kPageBytes;
    const Words table = words_at(table_at);
    uint32_t loaded = ~0u, oov = 0;
    for (uint32_t job = first; job < first + jobs; ++job) {
        const Slice slice = slice_of(job, slices, pages);
        const uint32_t begin = slice.column * pages + slice.first;
        if (loaded != slice.column) {
            for (uint32_t i = 0; i < table_pages; ++i)
                noc_async_read_page(slice.column * table_pages + i, tables,
                                    table_at + i * kPageBytes);
            noc_async_read_barrier();
            loaded = slice.column;
            oov = common(oov_page + slice.column);
        }
        Fetched fetched(values, memory, kPageBytes, begin, slice.count);
        for (uint32_t page = begin; page < begin + slice.count; ++page) {
            const uint32_t at = fetched.next();
            const Words words = words_at(at);
            for (uint32_t i = 0; i < kPageWords; ++i) {
                const uint32_t value = words[i], id = value < range ? table[value] : ~0u;
                words[i] = id == ~0u ? oov : id;
            }
            send_page(page, to, at);
            noc_async_writes_flushed();
        }
    }
    noc_async_write_barrier();
}

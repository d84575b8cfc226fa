// The same for tables that are too large for L1: each id is fetched from DRAM, 64 bytes at a time.
// Common arguments as in vocab_map.cpp.
#include "jobs.h"

constexpr uint32_t kBatch = 64, kEntryBytes = 64;

template <class Tensor>
inline void fetch_entry(const Tensor& tables, uint32_t table_page, uint32_t value, uint32_t to) {
    const uint32_t offset = value % kPageWords * 4 & ~(kEntryBytes - 1);
    noc_async_read(tables.get_noc_addr(table_page + value / kPageWords, offset), to, kEntryBytes);
}

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), jobs = get_arg_val<uint32_t>(1);
    const auto values = tensor_of(0), tables = tensor_of(1), to = tensor_of(2);
    const uint32_t pages = common(3), slices = common(4), table_pages = common(5);
    const uint32_t range = common(6), oov_page = common(7);
    const uint32_t memory = scratch(), entries = memory + 2 * kPageBytes;
    for (uint32_t job = first; job < first + jobs; ++job) {
        const Slice slice = slice_of(job, slices, pages);
        const uint32_t begin = slice.column * pages + slice.first;
        const uint32_t oov = common(oov_page + slice.column);
        Fetched fetched(values, memory, kPageBytes, begin, slice.count);
        for (uint32_t page = begin; page < begin + slice.count; ++page) {
            const uint32_t at = fetched.next();
            const Words words = words_at(at);
            for (uint32_t i = 0; i < kPageWords; i += kBatch) {
                for (uint32_t k = 0; k < kBatch; ++k)
                    if (words[i + k] < range)
                        fetch_entry(tables, slice.column * table_pages, words[i + k],
                                    entries + k * kEntryBytes);
                noc_async_read_barrier();
                for (uint32_t k = 0; k < kBatch; ++k) {
                    const uint32_t value = words[i + k];
                    const uint32_t id =
                        value < range ? words_at(entries + k * kEntryBytes)[value % 16] : ~0u;
                    words[i + k] = id == ~0u ? oov : id;
                }
            }
            send_page(page, to, at);
            noc_async_writes_flushed();
        }
    }
    noc_async_write_barrier();
}

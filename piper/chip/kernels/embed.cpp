// Rows of a table in the order of ids; a row is a page. A table in parts holds `part` rows in each.
// Common arguments: addresses of ids, of the PIPER_PARTS parts and of the output; rows of the
// table, row that is 0, bytes of a row, part.
#include "pages.h"

constexpr uint32_t kBatch = 16, kTo = 1 + PIPER_PARTS, kRows = kTo + 1, kZero = kTo + 2;
constexpr uint32_t kBytes = kTo + 3, kPart = kTo + 4;

inline void fetch_row(uint32_t id, uint32_t to) {
    const uint32_t bytes = common(kBytes), part = common(kPart);
    if (id < common(kRows) && id != common(kZero)) {
        const uint32_t which = id / part;
        noc_async_read_page(id - which * part, tensor_of(1 + which, bytes), to);
        return;
    }
    for (uint32_t i = 0; i < bytes / 4; ++i) words_at(to)[i] = 0;
    settle(words_at(to + bytes - 4));
}

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t bytes = common(kBytes), memory = scratch(), rows = memory + 2 * kPageBytes;
    const auto from = tensor_of(0), to = tensor_of(kTo, bytes);
    Fetched pages(from, memory, kPageBytes, first, count);
    for (uint32_t page = first; page < first + count; ++page) {
        const Words ids = words_at(pages.next());
        for (uint32_t row = 0; row < kPageWords; row += kBatch) {
            noc_async_writes_flushed();
            for (uint32_t i = 0; i < kBatch; ++i) fetch_row(ids[row + i], rows + i * bytes);
            noc_async_read_barrier();
            for (uint32_t i = 0; i < kBatch; ++i)
                noc_async_write_page(page * kPageWords + row + i, to, rows + i * bytes);
        }
    }
    noc_async_write_barrier();
}

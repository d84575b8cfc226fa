// Fused operators that need no vector unit: both data-movement processors of a core run this, each
// on pages of its own. Common arguments: addresses of input, flags (if there are any) and output.
#include "stage.h"

#ifdef PIPER_FLAGS
constexpr uint32_t kTo = 2;
#else
constexpr uint32_t kTo = 1;
#endif

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto from = tensor_of(0), to = tensor_of(kTo);
    const uint32_t memory = scratch();
    Fetched pages(from, memory, kPageBytes, first, count);
#ifdef PIPER_FLAGS
    const auto flags = tensor_of(1, kFlagBytes);
    Fetched bits(flags, memory + 2 * kPageBytes, kFlagBytes, first, count);
#endif
    for (uint32_t page = first; page < first + count; ++page) {
        const uint32_t at = pages.next();
        Words missing = nullptr;
#ifdef PIPER_FLAGS
        missing = words_at(bits.next());
#endif
        run_stage(words_at(at), missing);
        send_page(page, to, at);
        noc_async_writes_flushed();
    }
    noc_async_write_barrier();
}

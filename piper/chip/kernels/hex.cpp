// Text of eight characters a row to numbers, and which of them are none. Common arguments:
// addresses of text, flags of empty fields (if there are any), numbers and flags.
#include "lanes.h"
#include "pages.h"

constexpr uint32_t kTextBytes = 2 * kPageBytes, kFlagBytes = kPageWords / 8;
#ifdef PIPER_FLAGS
constexpr uint32_t kNumbers = 2;
#else
constexpr uint32_t kNumbers = 1;
#endif

// In place: a number lies before the text of the next one. Numbers of a word of flags.
inline uint32_t read_numbers(Words page, uint32_t begin) {
    uint32_t bad = 0;
    for (uint32_t i = 0; i < 32; ++i) {
        const uint32_t first = page[2 * (begin + i)], second = page[2 * (begin + i) + 1];
        const bool good = lane::are_hex(first) && lane::are_hex(second);
        page[begin + i] = good ? lane::hex_half(first) << 16 | lane::hex_half(second) : 0;
        bad |= (good ? 0u : 1u) << i;
    }
    return bad;
}

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto from = tensor_of(0, kTextBytes), numbers = tensor_of(kNumbers);
    const auto flags = tensor_of(kNumbers + 1, kFlagBytes);
    const uint32_t memory = scratch(), bits = memory + 2 * kTextBytes;
    Fetched pages(from, memory, kTextBytes, first, count);
#ifdef PIPER_FLAGS
    const auto empty = tensor_of(1, kFlagBytes);
    Fetched given(empty, bits + kFlagBytes, kFlagBytes, first, count);
#endif
    for (uint32_t page = first; page < first + count; ++page) {
        const uint32_t at = pages.next();
#ifdef PIPER_FLAGS
        const Words missing = words_at(given.next());
#endif
        for (uint32_t i = 0; i < kPageWords / 32; ++i) {
            uint32_t bad = read_numbers(words_at(at), 32 * i);
#ifdef PIPER_FLAGS
            bad |= missing[i];
#endif
            words_at(bits)[i] = bad;
        }
        send_page(page, numbers, at);
        send_page(page, flags, bits, kFlagBytes);
        noc_async_writes_flushed();
    }
    noc_async_write_barrier();
}

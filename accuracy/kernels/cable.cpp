// Packets over one cable into sixteen slots of the other end; the time of all of them.
//
// How many packets have been sent, and how many taken, goes along as a word behind them. A word may
// be read again by the link until the other end has it, so each is written to a place of its own.
#include "internal/ethernet/dataflow_api.h"

namespace {

constexpr uint32_t kSlots = 16, kWord = 16;

// Counts of this side for the other one.
struct Counter {
    uint32_t own, there;  // places of words here, and of the word there
    uint32_t count = 0;
    void tell() {
        const uint32_t at = own + count % kSlots * kWord;
        *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at) = ++count;
        eth_send_bytes_over_channel_payload_only(at, there, kWord, 0, kWord, 1);
    }
};

}  // namespace

void kernel_main() {
    const uint32_t at = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1);
    const uint32_t to_send = get_arg_val<uint32_t>(2), to_get = get_arg_val<uint32_t>(3);
    const uint32_t result = get_arg_val<uint32_t>(5);
    auto* came = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at);
    auto* taken = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at + kWord);
    Counter sent{at + 2 * kWord, at}, got{at + (2 + kSlots) * kWord, at + kWord};
    const uint32_t from = at + (2 + 2 * kSlots) * kWord, to = from + bytes;
    const uint32_t begin = reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L);
    while (sent.count < to_send || got.count < to_get) {
        invalidate_l1_cache();
        if (sent.count < to_send && sent.count - *taken < kSlots) {
            eth_send_bytes_over_channel_payload_only(from, to + sent.count % kSlots * bytes, bytes,
                                                     0, bytes, bytes / 16);
            sent.tell();
        }
        if (got.count < to_get && got.count < *came) got.tell();
    }
    while (*taken < to_send) invalidate_l1_cache();
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result) =
        reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L) - begin;
}

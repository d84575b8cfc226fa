// Packets over one cable into sixteen slots of the other end; the time of all of them.
//
// As upstream's benchmark sends them: a flag lies behind the bytes of a slot and goes along in the
// same command; the other end clears it and sends it back alone. A turn of the loop sends at most
// one packet, looks for one answer, and where packets come, too, looks for one and answers one.
#include "internal/ethernet/dataflow_api.h"

namespace {

constexpr uint32_t kSlots = 16, kWord = 16;

struct Slots {
    uint32_t begin, bytes;  // without the flag
    uint32_t first = 0, last = 0;

    static uint32_t next(uint32_t slot) { return (slot + 1) % kSlots; }
    uint32_t at(uint32_t slot) const { return begin + slot * (bytes + kWord); }
    volatile tt_l1_ptr uint32_t& flag(uint32_t slot) const {
        return *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at(slot) + bytes);
    }
    void set_all(uint32_t value) const {
        for (uint32_t i = 0; i < kSlots; i++) flag(i) = value;
    }
    bool full() const { return next(last) == first; }
};

struct Sender {
    Slots slots;
    uint32_t left, answers = 0;

    void turn() {
        if (left != 0 && !slots.full()) {
            const uint32_t from = slots.at(slots.last);
            slots.flag(slots.last) = 1;
            eth_send_bytes_over_channel_payload_only_unsafe_one_packet(from, from,
                                                                       slots.bytes + kWord);
            slots.last = Slots::next(slots.last);
            left--;
        }
        invalidate_l1_cache();
        if (slots.flag(slots.first) != 0) return;
        slots.flag(slots.first) = 1;
        slots.first = Slots::next(slots.first);
        answers++;
    }
};

struct Receiver {
    Slots slots;
    uint32_t answered = 0;

    void turn() {
        invalidate_l1_cache();
        if (!slots.full() && slots.flag(slots.last) != 0) slots.last = Slots::next(slots.last);
        if (slots.first == slots.last) return;
        slots.flag(slots.first) = 0;
        const uint32_t flag = slots.at(slots.first) + slots.bytes;
        eth_send_bytes_over_channel_payload_only_unsafe_one_packet(flag, flag, kWord);
        slots.first = Slots::next(slots.first);
        answered++;
    }
};

void meet(bool second, uint32_t at) {
    if (second) {
        eth_wait_for_bytes(kWord);
        eth_receiver_channel_done(0);
    } else {
        eth_send_bytes(at, at, kWord);
        eth_wait_for_receiver_done();
    }
}

}  // namespace

void kernel_main() {
    const uint32_t at = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1);
    const uint32_t to_send = get_arg_val<uint32_t>(2), to_get = get_arg_val<uint32_t>(3);
    const uint32_t second = get_arg_val<uint32_t>(4), result = get_arg_val<uint32_t>(5);
    // Of either direction, at the same place on both sides.
    const uint32_t all = kSlots * (bytes + kWord);
    Sender sender{{at + (second != 0 ? all : 0), bytes}, to_send};
    Receiver receiver{{at + (second != 0 ? 0 : all), bytes}};
    if (to_send != 0) sender.slots.set_all(1);
    if (to_get != 0) receiver.slots.set_all(0);
    meet(second != 0, at);
    const uint32_t begin = reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L);
    while (sender.answers < to_send || receiver.answered < to_get) {
        if (to_send != 0) sender.turn();
        if (to_get != 0) receiver.turn();
    }
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(result) =
        reg_read(RISCV_DEBUG_REG_WALL_CLOCK_L) - begin;
}

// What a parked processor waits for; shown in hang reports and to observers.
#pragma once

#include <cstdint>

namespace ironbird::sim {

enum class WaitKind : std::uint8_t {
    none,
    cb_pages,       // cb_wait_front: a = index, b = pages
    cb_space,       // cb_reserve_back: a = index, b = pages
    word_equal,     // a = L1 address, b = value
    word_at_least,  // likewise
    words_changed,  // a = first address, b = number of words
    barrier,        // a = wait bits, b = NoC, c = transaction id + 1 or 0
    delivery,       // eager NoC: the transaction just issued
    src_full,       // math: operands in SrcA and SrcB
    src_empty,      // unpack: a = entries that math must have taken
    dst_math,       // math: a section of Dst that pack gives back
    dst_pack,       // pack: a section of Dst that math hands over
    mailbox_word,   // a = sender, as a thread number
    mailbox_room,   // a = receiver
    tensix_sem,     // a = index, b = 1: until it is not zero, 0: until it is below its maximum
};

struct Wait {
    WaitKind kind = WaitKind::none;
    std::uint32_t a = 0, b = 0, c = 0;
    std::uint64_t since = 0;  // cycle

    bool same_reason(const Wait& o) const {
        return kind == o.kind && a == o.a && b == o.b && c == o.c;
    }
};

}  // namespace ironbird::sim

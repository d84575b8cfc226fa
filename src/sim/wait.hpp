// What a parked processor waits for; shown in hang reports and to observers.
#pragma once

#include <cstdint>

#include "base/strong.hpp"

namespace ironbird::sim {

// What a processor waits for; behind it: the members of Wait that say more.
enum class WaitKind : std::uint8_t {
    none,
    cb_pages,       // cb_wait_front: cb, pages
    cb_space,       // cb_reserve_back: cb, pages
    word_equal,     // address, value
    word_at_least,  // address, value
    words_changed,  // address of the first, words
    barrier,        // waits, noc, id
    delivery,       // eager NoC: the transaction just issued
    src_full,       // math: operands in SrcA and SrcB
    src_empty,      // unpack: entries
    dst_math,       // math: a section of Dst that pack gives back
    dst_pack,       // pack: a section of Dst that math hands over
    mailbox_word,   // other, who sends it
    mailbox_room,   // other, who receives
    tensix_sem,     // semaphore, posted
};

// A plain record. Which members mean anything depends on the kind, see above.
struct Wait {
    WaitKind kind = WaitKind::none;
    union {
        std::uint32_t cb = 0;     // index
        std::uint32_t address;    // in L1
        std::uint32_t waits;      // IB_WAIT_ bits
        std::uint32_t entries;    // that math must have taken
        std::uint32_t other;      // end of a mailbox: unpack, math, pack, BRISC
        std::uint32_t semaphore;  // of the Tensix engine
    };
    union {
        std::uint32_t pages = 0;  // 0: a query, which does not say
        std::uint32_t value;
        std::uint32_t words;
        std::uint32_t noc;
        std::uint32_t posted;  // 1: until it is not zero, 0: until it is below its maximum
    };
    int id = -1;  // of transactions; -1: any
    Cycles since{};
};

constexpr Wait wait_for(WaitKind kind) {
    Wait w;
    w.kind = kind;
    return w;
}
// cb_pages or cb_space
constexpr Wait wait_for_cb(WaitKind kind, std::uint32_t cb, std::uint32_t pages) {
    Wait w = wait_for(kind);
    w.cb = cb;
    w.pages = pages;
    return w;
}
// word_equal or word_at_least
constexpr Wait wait_for_word(WaitKind kind, std::uint32_t address, std::uint32_t value) {
    Wait w = wait_for(kind);
    w.address = address;
    w.value = value;
    return w;
}
constexpr Wait wait_for_change(std::uint32_t address, std::uint32_t words) {
    Wait w = wait_for(WaitKind::words_changed);
    w.address = address;
    w.words = words;
    return w;
}
constexpr Wait wait_for_answers(std::uint32_t waits, std::uint32_t noc, int id) {
    Wait w = wait_for(WaitKind::barrier);
    w.waits = waits;
    w.noc = noc;
    w.id = id;
    return w;
}
constexpr Wait wait_for_math(std::uint32_t entries) {
    Wait w = wait_for(WaitKind::src_empty);
    w.entries = entries;
    return w;
}
// mailbox_word or mailbox_room
constexpr Wait wait_for_mailbox(WaitKind kind, std::uint32_t other) {
    Wait w = wait_for(kind);
    w.other = other;
    return w;
}
constexpr Wait wait_for_semaphore(std::uint32_t semaphore, bool posted) {
    Wait w = wait_for(WaitKind::tensix_sem);
    w.semaphore = semaphore;
    w.posted = posted ? 1 : 0;
    return w;
}

}  // namespace ironbird::sim

// Which processor acts on which side of a CB: a data-movement processor on both; of the compute
// processors, pack produces, unpack consumes, and the calls of the others are nothing.
#pragma once

#include "ib_abi.h"
#include "ib_compute.h"
#include "internal/risc_attribs.h"

namespace ironbird {

#if defined(COMPILE_FOR_TRISC)
inline constexpr bool kProduces = COMPILE_FOR_TRISC == 2;
inline constexpr bool kConsumes = COMPILE_FOR_TRISC == 0;
#else
inline constexpr bool kProduces = true;
inline constexpr bool kConsumes = true;
#endif

namespace producer_side {

FORCE_INLINE void reserve_back(uint32_t cb, uint32_t pages) {
    if constexpr (kProduces) ib_cb_reserve_back(cb, pages);
}
FORCE_INLINE void push_back(uint32_t cb, uint32_t pages) {
    if constexpr (kProduces) ib_cb_push_back(cb, pages);
}

}  // namespace producer_side

namespace consumer_side {

FORCE_INLINE void wait_front(uint32_t cb, uint32_t pages) {
    if constexpr (kConsumes) ib_cb_wait_front(cb, pages);
}
FORCE_INLINE void pop_front(uint32_t cb, uint32_t pages) {
    if constexpr (kConsumes) ib_cb_pop_front(cb, pages);
}

}  // namespace consumer_side

#if defined(COMPILE_FOR_TRISC)

// The compute processors by the numbers of their mailboxes.
enum : uint32_t { kUnpackMailbox = 0, kMathMailbox = 1, kPackMailbox = 2 };

// What unpack finds, all three know: it mails the word to the other two, who wait for it.
template <class Find>
FORCE_INLINE uint32_t told_by_unpack(Find find) {
    if constexpr (!kConsumes) return ib_mailbox_read(kUnpackMailbox);
    const uint32_t word = find();
    ib_mailbox_write(kMathMailbox, word);
    ib_mailbox_write(kPackMailbox, word);
    return word;
}

// Compute processors count CBs in words of 16 bytes.
FORCE_INLINE uint32_t front_tile_address(uint32_t cb, uint32_t tile) {
    const ib_cb_interface& front = ib_self()->cb[cb];
    return (front.fifo_rd_ptr + front.fifo_page_size * tile) * 16;
}

FORCE_INLINE uint32_t shared_tile_address(uint32_t cb, uint32_t tile) {
    return told_by_unpack([=] { return front_tile_address(cb, tile); });
}

template <typename T>
FORCE_INLINE T shared_tile_value(uint32_t cb, uint32_t tile, uint32_t element) {
    return T(told_by_unpack([=]() -> uint32_t {
        return ((volatile T*)(uintptr_t)front_tile_address(cb, tile))[element];
    }));
}

#endif

}  // namespace ironbird

// Which processor acts on which side of a CB: a data-movement processor on both; of the compute
// processors, pack produces, unpack consumes, and the calls of the others are nothing.
#pragma once

#include "ib_abi.h"
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

// Unpack knows where the tile is and mails it to math and pack; mailboxes are not modelled yet.
FORCE_INLINE uint32_t shared_tile_address(uint32_t cb, uint32_t tile) {
    ib_not_modelled("get_tile_address (needs the mailboxes between compute processors)");
}

template <typename T>
FORCE_INLINE T shared_tile_value(uint32_t cb, uint32_t tile, uint32_t element) {
    ib_not_modelled("read_tile_value (needs the mailboxes between compute processors)");
}

#endif

}  // namespace ironbird

// This processor's view of its circular buffers, open to kernels under upstream's field names.
#pragma once

#include "core_config.h"
#include "ib_abi.h"
#include "internal/risc_attribs.h"

using LocalCBInterface = ib_cb_interface;

FORCE_INLINE LocalCBInterface& get_local_cb_interface(uint32_t cb_id) {
    return ib_self()->cb[cb_id];
}

// Compute processors hold addresses and sizes of CBs in 16-byte units.
#if defined(COMPILE_FOR_TRISC)
inline constexpr uint32_t cb_addr_shift = 4;
#else
inline constexpr uint32_t cb_addr_shift = 0;
#endif

inline bool cb_access_within_bounds(uint32_t cb_id, uint32_t first_tile, uint32_t tiles) {
    const LocalCBInterface& cb = get_local_cb_interface(cb_id);
    return cb.fifo_rd_ptr + (first_tile + tiles) * cb.fifo_page_size <= cb.fifo_limit;
}

// The chip keeps the counters of CBs in registers; the model keeps them out of reach.
[[noreturn]] inline volatile uint32_t* get_cb_tiles_received_ptr(int operand) {
    ib_not_modelled("get_cb_tiles_received_ptr");
}
[[noreturn]] inline volatile uint32_t* get_cb_tiles_acked_ptr(int operand) {
    ib_not_modelled("get_cb_tiles_acked_ptr");
}

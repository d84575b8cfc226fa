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

#if !defined(COMPILE_FOR_TRISC)
// The receiving end of a remote circular buffer: the ring that the program has set up under the
// same index on this core.
struct RemoteReceiverCBInterface {
    uint32_t fifo_start_addr, fifo_rd_ptr, fifo_page_size;
};

inline RemoteReceiverCBInterface get_remote_receiver_cb_interface(uint32_t cb_id) {
    const LocalCBInterface& cb = get_local_cb_interface(cb_id);
    if (cb.fifo_size == 0) ib_not_modelled("a remote circular buffer without a ring on its core");
    return {cb.fifo_limit - cb.fifo_size, cb.fifo_rd_ptr, cb.fifo_page_size};
}
#endif

// The chip keeps the counters of CBs in registers; the model keeps them out of reach.
[[noreturn]] inline volatile uint32_t* get_cb_tiles_received_ptr(int operand) {
    ib_not_modelled("get_cb_tiles_received_ptr");
}
[[noreturn]] inline volatile uint32_t* get_cb_tiles_acked_ptr(int operand) {
    ib_not_modelled("get_cb_tiles_acked_ptr");
}

// Prints of raw memory and of a CB's words.
#pragma once

#include "api/debug/dprint_pages.h"

inline void debug_dump_l1(uint32_t addr, uint32_t num_words) {
    const auto* words = reinterpret_cast<const volatile uint32_t*>(uintptr_t(addr));
    for (uint32_t i = 0; i < num_words; ++i) DPRINT("  [{}] {:#010x}\n", i, words[i]);
}

inline void debug_dump_cb(uint32_t cb_id, uint32_t num_words = 0) {
    const LocalCBInterface& cb = get_local_cb_interface(cb_id);
    DPRINT("CB{} sz={} rd={} wr={} ack={} rcv={}\n", cb_id, cb.fifo_size, cb.fifo_rd_ptr,
           cb.fifo_wr_ptr, cb.tiles_acked, cb.tiles_received);
    debug_dump_l1(cb.fifo_rd_ptr << cb_addr_shift, num_words);
}

#if defined(COMPILE_FOR_TRISC)
inline void debug_dump_cb_typed(uint32_t cb_id, uint32_t tile_idx = 0, bool untilize = true) {
#else
inline void debug_dump_cb_typed(uint32_t cb_id, uint32_t tile_idx = 0,
                                dprint_tslice_cb_t cb_type = TSLICE_INPUT_CB,
                                bool untilize = true) {
#endif
    DPRINT("CB{} tile {} (typed):\n", cb_id, tile_idx);
    ironbird::print::tile_rows(cb_id, tile_idx, untilize, 0, 32, 0, 32);
}

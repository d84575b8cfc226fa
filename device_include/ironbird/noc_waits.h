// Barriers and flushes of each kind, and the same questions without waiting.
#pragma once

#include "ironbird/noc_issue.h"

namespace ironbird {

FORCE_INLINE void wait_for(uint32_t waits, uint32_t noc) {
    ib_noc_barrier(waits, how(noc, 0));
}

FORCE_INLINE void wait_for(uint32_t waits, uint32_t noc, uint32_t trid) {
    ib_noc_barrier(waits, with_trid(how(noc, 0), trid));
}

FORCE_INLINE bool done(uint32_t waits, uint32_t noc) {
    return ib_noc_done(waits, how(noc, 0));
}

FORCE_INLINE bool done(uint32_t waits, uint32_t noc, uint32_t trid) {
    return ib_noc_done(waits, with_trid(how(noc, 0), trid));
}

}  // namespace ironbird

inline void noc_async_read_barrier(uint8_t noc = noc_index) {
    ironbird::wait_for(IB_WAIT_READS, noc);
}
FORCE_INLINE void noc_async_write_barrier(uint8_t noc = noc_index) {
    ironbird::wait_for(IB_WAIT_WRITES_ACKED, noc);
}
FORCE_INLINE void noc_async_writes_flushed(uint8_t noc = noc_index) {
    ironbird::wait_for(IB_WAIT_WRITES_SENT, noc);
}
FORCE_INLINE void noc_async_posted_writes_flushed(uint8_t noc = noc_index) {
    ironbird::wait_for(IB_WAIT_POSTED_SENT, noc);
}
FORCE_INLINE void noc_async_atomic_barrier(uint8_t noc_idx = noc_index) {
    ironbird::wait_for(IB_WAIT_ATOMICS_ACKED, noc_idx);
}
FORCE_INLINE void noc_async_full_barrier(uint8_t noc_idx = noc_index) {
    ironbird::wait_for(ironbird::kWaitEverything, noc_idx);
}

FORCE_INLINE void noc_async_read_barrier_with_trid(uint32_t trid, uint8_t noc = noc_index) {
    ironbird::wait_for(IB_WAIT_READS, noc, trid);
}
FORCE_INLINE void noc_async_write_barrier_with_trid(uint32_t trid, uint8_t noc = noc_index) {
    ironbird::wait_for(IB_WAIT_WRITES_ACKED, noc, trid);
}
FORCE_INLINE void noc_async_write_flushed_with_trid(uint32_t trid, uint8_t noc = noc_index) {
    ironbird::wait_for(IB_WAIT_WRITES_SENT, noc, trid);
}
FORCE_INLINE void reset_noc_trid_barrier_counter(uint32_t id_mask = NOC_CLEAR_OUTSTANDING_REQ_MASK,
                                                 uint32_t noc = noc_index) {
    ib_noc_reset_trids(id_mask, noc);
}

// ---- questions, under the names of the layer below upstream's API ----

inline bool ncrisc_noc_reads_flushed(uint32_t noc) {
    return ironbird::done(IB_WAIT_READS, noc);
}
inline bool ncrisc_noc_nonposted_writes_sent(uint32_t noc) {
    return ironbird::done(IB_WAIT_WRITES_SENT, noc);
}
inline bool ncrisc_noc_nonposted_writes_flushed(uint32_t noc) {
    return ironbird::done(IB_WAIT_WRITES_ACKED, noc);
}
inline bool ncrisc_noc_posted_writes_sent(uint32_t noc) {
    return ironbird::done(IB_WAIT_POSTED_SENT, noc);
}
inline bool ncrisc_noc_nonposted_atomics_flushed(uint32_t noc) {
    return ironbird::done(IB_WAIT_ATOMICS_ACKED, noc);
}
inline bool ncrisc_noc_read_with_transaction_id_flushed(uint32_t noc, uint32_t trid) {
    return ironbird::done(IB_WAIT_READS, noc, trid);
}
inline bool ncrisc_noc_nonposted_write_with_transaction_id_sent(uint32_t noc, uint32_t trid) {
    return ironbird::done(IB_WAIT_WRITES_SENT, noc, trid);
}
inline bool ncrisc_noc_nonposted_write_with_transaction_id_flushed(uint32_t noc, uint32_t trid) {
    return ironbird::done(IB_WAIT_WRITES_ACKED, noc, trid);
}

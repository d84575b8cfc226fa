// Which NoC the fabric uses, and how a write to a router waits.
#pragma once

#include <tt-metalium/experimental/fabric/fabric_edm_types.hpp>

#include "api/dataflow/dataflow_api.h"
#include "api/debug/assert.h"

namespace tt::tt_fabric {

inline constexpr uint8_t edm_to_local_chip_noc = 1;

FORCE_INLINE constexpr uint8_t get_fabric_worker_noc() {
    return noc_index;
}

enum EDM_IO_BLOCKING_MODE { FLUSH_BLOCKING, BLOCKING, NON_BLOCKING };

template <EDM_IO_BLOCKING_MODE blocking_mode = EDM_IO_BLOCKING_MODE::BLOCKING, bool posted = false>
FORCE_INLINE void send_chunk_from_address(const uint32_t& local_l1_address,
                                          const uint32_t& num_pages, const uint32_t& page_size,
                                          uint64_t remote_l1_write_addr,
                                          uint8_t noc = get_fabric_worker_noc()) {
    noc_async_write<NOC_MAX_BURST_SIZE + 1, true, posted>(local_l1_address, remote_l1_write_addr,
                                                          page_size * num_pages, noc);
    if constexpr (blocking_mode == NON_BLOCKING)
        return;
    else if constexpr (posted)
        noc_async_posted_writes_flushed(noc);
    else if constexpr (blocking_mode == FLUSH_BLOCKING)
        noc_async_writes_flushed(noc);
    else
        noc_async_write_barrier(noc);
}

template <EDM_IO_BLOCKING_MODE blocking_mode = EDM_IO_BLOCKING_MODE::BLOCKING, bool posted = false>
FORCE_INLINE void send_chunk(const uint32_t& cb_id, const uint32_t& num_pages,
                             const uint32_t& page_size, uint64_t remote_l1_write_addr,
                             uint8_t noc = get_fabric_worker_noc()) {
    cb_wait_front(cb_id, num_pages);
    send_chunk_from_address<blocking_mode, posted>(get_read_ptr(cb_id), num_pages, page_size,
                                                   remote_l1_write_addr, noc);
    if constexpr (blocking_mode != NON_BLOCKING) cb_pop_front(cb_id, num_pages);
}

}  // namespace tt::tt_fabric

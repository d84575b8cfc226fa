// Reads: data from a NoC address into this core's L1, complete at a read barrier.
#pragma once

#include "internal/dataflow/dataflow_api_addrgen.h"

template <uint32_t max_page_size = ironbird::chip::kAnySize, bool enable_noc_tracing = true>
inline void noc_async_read(uint64_t src_noc_addr, uint32_t dst_local_l1_addr, uint32_t size,
                           uint8_t noc = noc_index, uint32_t read_req_vc = NOC_UNICAST_WRITE_VC) {
    ib_noc_read(src_noc_addr, dst_local_l1_addr, size,
                ironbird::tagged(ironbird::how(noc, read_req_vc), read_cmd_buf));
}

template <bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_read_one_packet(uint64_t src_noc_addr, uint32_t dst_local_l1_addr,
                                            uint32_t size, uint8_t noc = noc_index,
                                            uint32_t read_req_vc = NOC_UNICAST_WRITE_VC) {
    noc_async_read<ironbird::chip::kShortestBurst>(src_noc_addr, dst_local_l1_addr, size, noc,
                                                   read_req_vc);
}

template <typename AddrGen, bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_read_page(uint32_t id, const AddrGen& addrgen,
                                      uint32_t dst_local_l1_addr, uint32_t offset = 0,
                                      uint8_t noc = noc_index) {
    const auto how = ironbird::how_page(noc, NOC_UNICAST_WRITE_VC, 0, ironbird::bank_base(addrgen));
    ib_noc_read(addrgen.get_noc_addr(id, offset, noc), dst_local_l1_addr,
                ironbird::page_bytes(addrgen), ironbird::tagged(how, read_cmd_buf));
}

template <typename AddrGen>
FORCE_INLINE void noc_async_read_tile(uint32_t id, const AddrGen& addrgen,
                                      uint32_t dst_local_l1_addr, uint32_t offset = 0,
                                      uint8_t noc = noc_index) {
    noc_async_read_page(id, addrgen, dst_local_l1_addr, offset, noc);
}

// ---- stateful: the source core (and size) are remembered by the first call ----

template <bool use_vc = false>
FORCE_INLINE void noc_async_read_one_packet_set_state(uint64_t src_noc_addr, uint32_t size,
                                                      uint32_t vc = 0, uint8_t noc = noc_index) {
    auto& state = ironbird::command_buffer(noc, read_cmd_buf);
    state.target = src_noc_addr;
    state.word = size;
    state.vc = use_vc ? uint8_t(vc) : NOC_UNICAST_WRITE_VC;
    ib_noc_set_state();
}

FORCE_INLINE void noc_async_read_set_state(uint64_t src_noc_addr, uint8_t noc = noc_index) {
    noc_async_read_one_packet_set_state(src_noc_addr, 0, 0, noc);
}

template <bool inc_num_issued = true>
FORCE_INLINE void noc_async_read_with_state(uint32_t src_local_l1_addr, uint32_t dst_local_l1_addr,
                                            uint32_t size, uint8_t noc = noc_index) {
    static_assert(inc_num_issued, "reads that are counted by hand are not modelled");
    const auto& state = ironbird::command_buffer(noc, read_cmd_buf);
    const auto how = ironbird::how(noc, state.vc, IB_NOC_STATEFUL);
    ib_noc_read(state.at(src_local_l1_addr), dst_local_l1_addr, size,
                ironbird::tagged(how, read_cmd_buf));
}

template <bool inc_num_issued = true, bool use_vc = false>
FORCE_INLINE void noc_async_read_one_packet_with_state(uint32_t src_local_l1_addr,
                                                       uint32_t dst_local_l1_addr, uint32_t vc = 0,
                                                       uint8_t noc = noc_index) {
    noc_async_read_with_state<inc_num_issued>(src_local_l1_addr, dst_local_l1_addr,
                                              ironbird::command_buffer(noc, read_cmd_buf).word,
                                              noc);
}

// ---- transaction ids ----

FORCE_INLINE void noc_async_read_set_trid(uint32_t trid = 0, uint8_t noc = noc_index) {
    ironbird::command_buffer(noc, read_cmd_buf).trid = uint8_t(trid);
}

template <bool skip_ptr_update = false, bool skip_cmdbuf_chk = false>
FORCE_INLINE void noc_async_read_one_packet_with_state_with_trid(uint32_t src_base_addr,
                                                                 uint32_t src_addr,
                                                                 uint32_t dest_addr,
                                                                 uint32_t trid = 0,
                                                                 uint8_t noc = noc_index) {
    const auto& state = ironbird::command_buffer(noc, read_cmd_buf);
    noc_async_read_set_trid(trid, noc);
    ib_noc_read(state.at(src_base_addr + src_addr), dest_addr, state.word,
                ironbird::with_trid(ironbird::how(noc, state.vc, IB_NOC_STATEFUL), trid));
}

// The DRAM-sharded readers of 2025: the same three steps under longer names.

#if !defined(IB_ANY_CHIP)
template <bool use_vc = false>
FORCE_INLINE uint32_t noc_async_read_tile_dram_sharded_set_state(uint32_t bank_base_address,
                                                                 uint32_t page_size,
                                                                 uint32_t bank_id = 0,
                                                                 uint32_t vc = 0,
                                                                 uint8_t noc = noc_index) {
    const uint64_t base = get_noc_addr_from_bank_id<true>(bank_id, bank_base_address, noc);
    noc_async_read_one_packet_set_state<use_vc>(base, page_size, vc, noc);
    return uint32_t(base);
}
#endif

FORCE_INLINE void noc_async_read_tile_dram_sharded_with_state(uint32_t src_base_addr,
                                                              uint32_t src_addr, uint32_t dest_addr,
                                                              uint32_t trid = 0,
                                                              uint8_t noc = noc_index) {
    noc_async_read_one_packet_with_state(src_base_addr + src_addr, dest_addr, 0, noc);
}

FORCE_INLINE void noc_async_read_tile_dram_sharded_set_trid(uint32_t trid = 0,
                                                            uint8_t noc = noc_index) {
    noc_async_read_set_trid(trid, noc);
}

template <bool skip_ptr_update = false>
FORCE_INLINE void noc_async_read_tile_dram_sharded_with_state_with_trid(uint32_t src_base_addr,
                                                                        uint32_t src_addr,
                                                                        uint32_t dest_addr,
                                                                        uint32_t trid = 0,
                                                                        uint8_t noc = noc_index) {
    noc_async_read_one_packet_with_state_with_trid(src_base_addr, src_addr, dest_addr, trid, noc);
}

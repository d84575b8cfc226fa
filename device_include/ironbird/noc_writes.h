// Writes: data from this core's L1 to a NoC address or a rectangle of cores.
#pragma once

#include "internal/dataflow/dataflow_api_addrgen.h"

template <uint32_t max_page_size = ironbird::chip::kAnySize, bool enable_noc_tracing = true,
          bool posted = false>
inline void noc_async_write(uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint32_t size,
                            uint8_t noc = noc_index, uint32_t vc = NOC_UNICAST_WRITE_VC) {
    const auto how = ironbird::how(noc, vc, ironbird::flag_if(posted, IB_NOC_POSTED));
    ib_noc_write(src_local_l1_addr, dst_noc_addr, size, ironbird::tagged(how, write_cmd_buf));
}

template <bool enable_noc_tracing = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet(uint32_t src_local_l1_addr, uint64_t dst_noc_addr,
                                             uint32_t size, uint8_t noc = noc_index,
                                             uint32_t vc = NOC_UNICAST_WRITE_VC) {
    noc_async_write<ironbird::chip::kShortestBurst, true, posted>(src_local_l1_addr, dst_noc_addr,
                                                                  size, noc, vc);
}

// A size of 0 means a whole page.
template <typename AddrGen, bool enable_noc_tracing = true, bool posted = false>
FORCE_INLINE void noc_async_write_page(uint32_t id, const AddrGen& addrgen,
                                       uint32_t src_local_l1_addr, uint32_t size = 0,
                                       uint32_t offset = 0, uint8_t noc = noc_index) {
    const auto how =
        ironbird::how_page(noc, NOC_UNICAST_WRITE_VC, ironbird::flag_if(posted, IB_NOC_POSTED),
                           ironbird::bank_base(addrgen));
    ib_noc_write(src_local_l1_addr, addrgen.get_noc_addr(id, offset, noc),
                 size != 0 ? size : ironbird::page_bytes(addrgen),
                 ironbird::tagged(how, write_cmd_buf));
}

template <typename AddrGen>
FORCE_INLINE void noc_async_write_tile(uint32_t id, const AddrGen& addrgen,
                                       uint32_t src_local_l1_addr, uint8_t noc = noc_index) {
    noc_async_write_page(id, addrgen, src_local_l1_addr, 0, 0, noc);
}

// ---- multicast: num_dests counts the receivers; the sender is not among them ... ----

template <uint32_t max_page_size = ironbird::chip::kAnySize>
inline void noc_async_write_multicast(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast,
                                      uint32_t size, uint32_t num_dests, bool linked = false,
                                      uint8_t noc = noc_index,
                                      uint8_t vc = NOC_MULTICAST_WRITE_VC) {
    const uint32_t flags = IB_NOC_MULTICAST | ironbird::flag_if(linked, IB_NOC_LINKED);
    ib_noc_write(src_local_l1_addr, dst_noc_addr_multicast, size,
                 ironbird::tagged(ironbird::how(noc, vc, flags, num_dests), write_cmd_buf));
}

template <bool enable_noc_tracing = true>
FORCE_INLINE void noc_async_write_multicast_one_packet(uint32_t src_local_l1_addr,
                                                       uint64_t dst_noc_addr_multicast,
                                                       uint32_t size, uint32_t num_dests,
                                                       bool linked = false,
                                                       uint8_t noc = noc_index) {
    noc_async_write_multicast(src_local_l1_addr, dst_noc_addr_multicast, size, num_dests, linked,
                              noc);
}

// ... unless the call says so.
inline void noc_async_write_multicast_loopback_src(uint32_t src_local_l1_addr,
                                                   uint64_t dst_noc_addr_multicast, uint32_t size,
                                                   uint32_t num_dests, bool linked = false,
                                                   uint8_t noc = noc_index) {
    const uint32_t flags =
        IB_NOC_MULTICAST | IB_NOC_INCLUDE_SELF | ironbird::flag_if(linked, IB_NOC_LINKED);
    const auto how = ironbird::how(noc, NOC_MULTICAST_WRITE_VC, flags, num_dests);
    ib_noc_write(src_local_l1_addr, dst_noc_addr_multicast, size,
                 ironbird::tagged(how, write_cmd_buf));
}

// ---- stateful: destination core, size, channel and kind are remembered by the first call ----

namespace ironbird {

FORCE_INLINE void set_write_state(uint32_t cmd_buf, uint64_t dst, uint32_t size, uint8_t noc,
                                  uint8_t vc, bool posted) {
    auto& state = command_buffer(noc, cmd_buf);
    state.target = dst;
    state.word = size;
    state.vc = vc;
    state.flags = uint8_t(IB_NOC_STATEFUL | flag_if(posted, IB_NOC_POSTED));
    ib_noc_set_state();
}

FORCE_INLINE void write_with_state(uint32_t cmd_buf, uint32_t src, uint32_t dst_local,
                                   uint32_t size, uint8_t noc) {
    const auto& state = command_buffer(noc, cmd_buf);
    ib_noc_write(src, state.at(dst_local), size, tagged(how(noc, state.vc, state.flags), cmd_buf));
}

}  // namespace ironbird

template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_set_state(uint64_t dst_noc_addr, uint32_t size,
                                                       uint8_t noc = noc_index,
                                                       uint8_t vc = NOC_UNICAST_WRITE_VC) {
    ironbird::set_write_state(write_cmd_buf, dst_noc_addr, size, noc, vc, posted);
}

template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_state(uint32_t src_local_l1_addr,
                                                        uint32_t dst_local_l1_addr,
                                                        uint8_t noc = noc_index) {
    ironbird::write_with_state(write_cmd_buf, src_local_l1_addr, dst_local_l1_addr,
                               ironbird::command_buffer(noc, write_cmd_buf).word, noc);
}

// ---- transaction ids ----

FORCE_INLINE void noc_async_write_set_trid(uint32_t trid = 0, uint8_t noc = noc_index) {
    ironbird::command_buffer(noc, write_cmd_buf).trid = uint8_t(trid);
}

template <bool update_counter = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid(
    uint32_t src_local_l1_addr, uint64_t dst_noc_addr, uint32_t size, uint32_t trid,
    uint8_t cmd_buf = write_cmd_buf, uint8_t noc = noc_index, uint8_t vc = NOC_UNICAST_WRITE_VC) {
    static_assert(update_counter, "writes that are counted by hand are not modelled");
    ironbird::command_buffer(noc, cmd_buf).trid = uint8_t(trid);
    const auto how = ironbird::how(noc, vc, ironbird::flag_if(posted, IB_NOC_POSTED));
    ib_noc_write(src_local_l1_addr, dst_noc_addr, size, ironbird::with_trid(how, trid));
}

template <bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid_set_state(
    uint64_t dst_noc_addr, uint8_t cmd_buf = write_cmd_buf, uint8_t noc = noc_index,
    uint8_t vc = NOC_UNICAST_WRITE_VC) {
    ironbird::set_write_state(cmd_buf, dst_noc_addr, 0, noc, vc, posted);
}

template <bool update_counter = true, bool posted = false>
FORCE_INLINE void noc_async_write_one_packet_with_trid_with_state(uint32_t src_local_l1_addr,
                                                                  uint32_t dst_local_l1_addr,
                                                                  uint32_t size, uint32_t trid,
                                                                  uint8_t cmd_buf = write_cmd_buf,
                                                                  uint8_t noc = noc_index) {
    static_assert(update_counter, "writes that are counted by hand are not modelled");
    ironbird::command_buffer(noc, cmd_buf).trid = uint8_t(trid);
    ironbird::write_with_state(cmd_buf, src_local_l1_addr, dst_local_l1_addr, size, noc);
}

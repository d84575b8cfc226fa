// Packets for pages of a tensor: the local accessor gives the address, which is the same on all
// chips.
#pragma once

#include "api/tensor/tensor_accessor.h"
#include "internal/dataflow/dataflow_api_addrgen.h"
#include "tt_metal/fabric/hw/inc/edm_fabric/edm_fabric_utils.hpp"
#include "tt_metal/fabric/hw/inc/fabric_config.h"

#define FABRIC_MAX_PACKET_SIZE (tt::tt_fabric::get_fabric_max_packet_size())

namespace tt::tt_fabric {
namespace linear {
namespace addrgen_detail {

template <typename AddrGenType>
FORCE_INLINE uint32_t get_page_size(const AddrGenType& d) {
    return ironbird::page_bytes(d);
}

template <typename AddrGenType>
FORCE_INLINE uint64_t get_noc_address(const AddrGenType& d, uint32_t id, uint32_t offset = 0) {
    return d.get_noc_addr(id, offset, edm_to_local_chip_noc);
}

}  // namespace addrgen_detail

using PageHeader = volatile PACKET_HEADER_TYPE;

template <typename AddrGenType>
FORCE_INLINE void to_noc_unicast_write(uint32_t packet_payload_size, PageHeader* pkt_hdr,
                                       uint32_t id, const AddrGenType& d, uint32_t offset = 0) {
    pkt_hdr->to_noc_unicast_write(
        NocUnicastCommandHeader{addrgen_detail::get_noc_address(d, id, offset)},
        packet_payload_size);
}
template <typename AddrGenType>
FORCE_INLINE void to_noc_unicast_write(PageHeader* pkt_hdr, uint32_t id, const AddrGenType& d,
                                       uint32_t offset = 0) {
    to_noc_unicast_write(addrgen_detail::get_page_size(d), pkt_hdr, id, d, offset);
}

template <typename AddrGenType>
FORCE_INLINE void to_noc_fused_unicast_write_atomic_inc(uint32_t page_size, PageHeader* pkt_hdr,
                                                        const NocUnicastAtomicIncCommandHeader& inc,
                                                        uint32_t id, const AddrGenType& d,
                                                        uint32_t offset = 0) {
    pkt_hdr->to_noc_fused_unicast_write_atomic_inc(
        NocUnicastAtomicIncFusedCommandHeader(addrgen_detail::get_noc_address(d, id, offset),
                                              inc.noc_address, inc.val, inc.flush),
        page_size);
}
template <typename AddrGenType>
FORCE_INLINE void to_noc_fused_unicast_write_atomic_inc(PageHeader* pkt_hdr,
                                                        const NocUnicastAtomicIncCommandHeader& inc,
                                                        uint32_t id, const AddrGenType& d,
                                                        uint32_t offset = 0) {
    to_noc_fused_unicast_write_atomic_inc(addrgen_detail::get_page_size(d), pkt_hdr, inc, id, d,
                                          offset);
}

template <typename AddrGenType>
FORCE_INLINE void to_noc_unicast_scatter_write(uint32_t page_size, PageHeader* pkt_hdr,
                                               uint32_t id0, uint32_t id1, const AddrGenType& d,
                                               uint32_t offset0 = 0, uint32_t offset1 = 0) {
    pkt_hdr->to_noc_unicast_scatter_write(
        NocUnicastScatterCommandHeader({addrgen_detail::get_noc_address(d, id0, offset0),
                                        addrgen_detail::get_noc_address(d, id1, offset1)},
                                       {uint16_t(page_size)}),
        2 * page_size);
}
template <typename AddrGenType>
FORCE_INLINE void to_noc_unicast_scatter_write(PageHeader* pkt_hdr, uint32_t id0, uint32_t id1,
                                               const AddrGenType& d, uint32_t offset0 = 0,
                                               uint32_t offset1 = 0) {
    to_noc_unicast_scatter_write(addrgen_detail::get_page_size(d), pkt_hdr, id0, id1, d, offset0,
                                 offset1);
}

}  // namespace linear

namespace addrgen_detail = linear::addrgen_detail;

}  // namespace tt::tt_fabric

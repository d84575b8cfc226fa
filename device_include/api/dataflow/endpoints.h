// Places on the chip as ends of transfers: a core, a rectangle of cores, a bank.
#pragma once

#include "api/dataflow/noc.h"

#if !defined(COMPILE_FOR_TRISC)

struct UnicastEndpoint {
    uint64_t get_noc_unicast_addr(uint32_t noc_x, uint32_t noc_y, uint32_t addr,
                                  uint8_t noc) const {
        return get_noc_addr(noc_x, noc_y, addr, noc);
    }
};

template <>
struct noc_traits_t<UnicastEndpoint> {
    struct src_args_type {
        uint32_t noc_x = 0, noc_y = 0, addr = 0;
    };
    struct dst_args_type {
        uint32_t noc_x = 0, noc_y = 0, addr = 0;
    };

    template <Noc::AddressType type>
    static auto src_addr(const UnicastEndpoint&, const Noc& noc, const src_args_type& at) {
        return where<type>(noc, at.noc_x, at.noc_y, at.addr);
    }
    template <Noc::AddressType type>
    static auto dst_addr(const UnicastEndpoint&, const Noc& noc, const dst_args_type& at) {
        return where<type>(noc, at.noc_x, at.noc_y, at.addr);
    }

 private:
    template <Noc::AddressType type>
    static auto where(const Noc& noc, uint32_t x, uint32_t y, uint32_t addr) {
        if constexpr (type == Noc::AddressType::LOCAL_L1) {
            return addr;
        } else {
            return get_noc_addr(x, y, addr, noc.get_noc_id());
        }
    }
};

struct MulticastEndpoint {
    uint64_t get_noc_multicast_addr(uint32_t noc_x_start, uint32_t noc_y_start, uint32_t noc_x_end,
                                    uint32_t noc_y_end, uint32_t addr, uint8_t noc) const {
        return ::get_noc_multicast_addr(noc_x_start, noc_y_start, noc_x_end, noc_y_end, addr, noc);
    }
};

template <>
struct noc_traits_t<MulticastEndpoint> {
    struct dst_args_mcast_type {
        uint32_t noc_x_start = 0, noc_y_start = 0, noc_x_end = 0, noc_y_end = 0;
        uint32_t addr = 0;
    };

    template <Noc::AddressType type>
    static uint64_t dst_addr_mcast(const MulticastEndpoint& dst, const Noc& noc,
                                   const dst_args_mcast_type& at) {
        return dst.get_noc_multicast_addr(at.noc_x_start, at.noc_y_start, at.noc_x_end,
                                          at.noc_y_end, at.addr, noc.get_noc_id());
    }
};

enum class AllocatorBankType { L1, DRAM };

template <AllocatorBankType bank_type>
struct AllocatorBank {
    uint64_t get_noc_addr_from_bank_id(uint32_t bank_id, uint32_t addr, uint8_t noc) const {
        return ::get_noc_addr_from_bank_id<(bank_type == AllocatorBankType::DRAM)>(bank_id, addr,
                                                                                   noc);
    }
};

template <AllocatorBankType bank_type>
struct noc_traits_t<AllocatorBank<bank_type>> {
    struct src_args_type {
        uint32_t bank_id = 0, addr = 0;
    };
    using dst_args_type = src_args_type;

    template <Noc::AddressType type>
    static uint64_t src_addr(const AllocatorBank<bank_type>& bank, const Noc& noc,
                             const src_args_type& at) {
        static_assert(type == Noc::AddressType::NOC, "a bank is the far end of a transfer");
        return bank.get_noc_addr_from_bank_id(at.bank_id, at.addr, noc.get_noc_id());
    }
    template <Noc::AddressType type>
    static uint64_t dst_addr(const AllocatorBank<bank_type>& bank, const Noc& noc,
                             const dst_args_type& at) {
        return src_addr<type>(bank, noc, at);
    }
};

#endif

// What kinds of NoC endpoints have in common: memory of this core, and pages of something.
#pragma once

#include "api/debug/assert.h"

namespace ironbird {

struct ByteOffset {
    uint32_t offset_bytes = 0;
};

struct RectangleWithOffset {
    uint32_t noc_x_start = 0, noc_y_start = 0, noc_x_end = 0, noc_y_end = 0;
    uint32_t offset_bytes = 0;
};

// Traits of an object in this core's L1: as source it is at Read(object), as destination at
// Write(object); a multicast writes to the same address on other cores.
template <typename T, auto Read, auto Write>
struct LocalMemoryTraits {
    using src_args_type = ByteOffset;
    using dst_args_type = ByteOffset;
    using dst_args_mcast_type = RectangleWithOffset;

    template <Noc::AddressType type>
    static uint32_t src_addr(const T& src, const Noc&, const src_args_type& args) {
        static_assert(type == Noc::AddressType::LOCAL_L1,
                      "memory of this core is the near end of a transfer");
        return Read(src) + args.offset_bytes;
    }
    template <Noc::AddressType type>
    static uint32_t dst_addr(const T& dst, const Noc&, const dst_args_type& args) {
        static_assert(type == Noc::AddressType::LOCAL_L1,
                      "memory of this core is the near end of a transfer");
        return Write(dst) + args.offset_bytes;
    }
    template <Noc::AddressType type>
    static uint64_t dst_addr_mcast(const T& dst, const Noc& noc, const dst_args_mcast_type& args) {
        return get_noc_multicast_addr(args.noc_x_start, args.noc_y_start, args.noc_x_end,
                                      args.noc_y_end, Write(dst) + args.offset_bytes,
                                      noc.get_noc_id());
    }
};

struct PageAndOffset {
    uint32_t page_id = 0;
    uint32_t offset_bytes = 0;
};

struct ShardAndOffset {
    uint32_t shard_id = 0;
    uint32_t offset_bytes = 0;
};

// Traits of something that lies anywhere on the chip: Address gives its NoC address. It can be the
// near end of a transfer too, where it happens to lie on this core.
template <typename T, typename Args, auto Address>
struct RemoteMemoryTraits {
    using src_args_type = Args;
    using dst_args_type = Args;
    static constexpr bool computes_bank = true;

    template <Noc::AddressType type>
    static auto src_addr(const T& src, const Noc& noc, const Args& args) {
        const uint64_t address = Address(src, args, noc.get_noc_id());
        if constexpr (type == Noc::AddressType::NOC) {
            return address;
        } else {
            ASSERT(noc.is_local_addr(address));
            return uint32_t(address);
        }
    }
    template <Noc::AddressType type>
    static auto dst_addr(const T& dst, const Noc& noc, const Args& args) {
        return src_addr<type>(dst, noc, args);
    }
};

}  // namespace ironbird

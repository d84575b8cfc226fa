// Packet headers in L1 that kernels need not place themselves; each data-movement processor has
// half.
#pragma once

#include <utility>

#include "tt_metal/fabric/fabric_edm_packet_header.hpp"

#if PROCESSOR_INDEX > 1
#error "PacketHeaderPool is for data-movement kernels"
#endif

class PacketHeaderPool {
 public:
    using Header = volatile tt_l1_ptr PACKET_HEADER_TYPE;
    static constexpr uint32_t kShare = MEM_PACKET_HEADER_POOL_SIZE / MaxDMProcessorsPerCoreType;
    static constexpr uint32_t kBegin = PROCESSOR_INDEX * kShare, kEnd = kBegin + kShare;
    static constexpr uint32_t kMost = NUM_PACKET_HEADERS / MaxDMProcessorsPerCoreType;

    // By route: the first header, and how many.
    static std::pair<Header*, uint8_t> header_table[kMost];

    FORCE_INLINE static void reset() {
        current_offset_ = kBegin;
        route_id_ = 0;
    }

    FORCE_INLINE static Header* allocate_header(uint8_t num_headers = 1) {
        const uint32_t end = current_offset_ + PACKET_HEADER_MAX_SIZE * num_headers;
        if (end > kEnd || route_id_ >= kMost)
            ib_assert_failed("PacketHeaderPool has no headers left", "packet_header_pool.h", 0);
        auto* first =
            reinterpret_cast<Header*>(uintptr_t{MEM_PACKET_HEADER_POOL_BASE} + current_offset_);
        current_offset_ = end;
        header_table[route_id_++] = {first, num_headers};
        return first;
    }

    // A route: one header for each connection.
    FORCE_INLINE static uint8_t allocate_header_n(uint8_t num_headers) {
        allocate_header(num_headers);
        return route_id_ - 1;
    }

    // func(header, index)
    template <typename Func>
    FORCE_INLINE static void for_each_header(uint8_t route_id, Func&& func) {
        ASSERT(route_id < route_id_);
        auto [header, count] = header_table[route_id];
        for (uint8_t i = 0; i < count; i++) func(header++, i);
    }

    FORCE_INLINE static uint8_t get_num_headers(uint8_t route_id) {
        return route_id < route_id_ ? header_table[route_id].second : 0;
    }

 private:
    static uint32_t current_offset_;
    static uint8_t route_id_;
};

inline uint32_t PacketHeaderPool::current_offset_ = PacketHeaderPool::kBegin;
inline uint8_t PacketHeaderPool::route_id_ = 0;
inline std::pair<PacketHeaderPool::Header*, uint8_t>
    PacketHeaderPool::header_table[PacketHeaderPool::kMost] = {};

// The chip's constants that kernels may name, from the architecture's define. Of a kernel that is
// compiled for all chips (IB_ANY_CHIP) there are none: our headers ask ib_chip while it runs, and
// the names are poisoned (any_chip.h), so that whoever uses one is compiled for its chip instead.
#pragma once

#include <stdint.h>

#include "ib_chip.h"

#if defined(IB_ANY_CHIP)
#define IB_OF_CHIP inline
#else
#define IB_OF_CHIP constexpr
#if defined(ARCH_BLACKHOLE)
#define NOC_PAYLOAD_WIDTH 512
#define NOC_DRAM_READ_ALIGNMENT_BYTES 64
#define NOC_PCIE_READ_ALIGNMENT_BYTES 64
#define LOG_BASE_2_OF_DRAM_ALIGNMENT 6
#define NOC_COORD_REG_OFFSET 0
#define VIRTUAL_TENSIX_START_X 1
#define VIRTUAL_TENSIX_START_Y 2
#define NUM_TENSIXES 140
#define NUM_CIRCULAR_BUFFERS 64
inline constexpr uint8_t noc_size_x = 17, noc_size_y = 12;
inline constexpr uint8_t tensix_harvest_axis = 2;
#elif defined(ARCH_WORMHOLE) || defined(ARCH_GRAYSKULL)
#define NOC_PAYLOAD_WIDTH 256
#define NOC_DRAM_READ_ALIGNMENT_BYTES 32
#define NOC_PCIE_READ_ALIGNMENT_BYTES 32
#define LOG_BASE_2_OF_DRAM_ALIGNMENT 5
#define NOC_COORD_REG_OFFSET 4
#define NUM_CIRCULAR_BUFFERS 32
#if defined(ARCH_WORMHOLE)
#define VIRTUAL_TENSIX_START_X 18
#define VIRTUAL_TENSIX_START_Y 18
#define NUM_TENSIXES 80
inline constexpr uint8_t noc_size_x = 10, noc_size_y = 12;
#else
#define NUM_TENSIXES 120
inline constexpr uint8_t noc_size_x = 13, noc_size_y = 12;
#endif
inline constexpr uint8_t tensix_harvest_axis = 1;
#else
#error "no architecture: one of ARCH_GRAYSKULL, ARCH_WORMHOLE, ARCH_BLACKHOLE must be defined"
#endif
#endif

#define NUM_NOCS 2
#define NOC_MAX_BURST_WORDS 256
#define NOC_MAX_TRANSACTION_ID 0xF
#define NOC_MAX_TRANSACTION_ID_COUNT 255
#define MEM_WORD_BYTES 16

#define NOC_L1_READ_ALIGNMENT_BYTES 16
#define NOC_L1_WRITE_ALIGNMENT_BYTES 16
#define NOC_DRAM_WRITE_ALIGNMENT_BYTES 16
#define NOC_PCIE_WRITE_ALIGNMENT_BYTES 16
#define NOC_REG_ALIGNMENT_BYTES 4
#define L1_ALIGNMENT (uint32_t{NOC_L1_READ_ALIGNMENT_BYTES})
#define LOG_BASE_2_OF_L1_ALIGNMENT 4
#if !defined(IB_ANY_CHIP)
#define NOC_WORD_BYTES (NOC_PAYLOAD_WIDTH / 8)
#define NOC_MAX_BURST_SIZE (NOC_MAX_BURST_WORDS * NOC_WORD_BYTES)
#define DRAM_ALIGNMENT (uint32_t{NOC_DRAM_READ_ALIGNMENT_BYTES})
#define PCIE_ALIGNMENT (uint32_t{NOC_PCIE_READ_ALIGNMENT_BYTES})
#endif

// Static virtual channels of upstream's calls; the law of delivery order hangs on them.
#define NOC_UNICAST_WRITE_VC 1
#define NOC_MULTICAST_WRITE_VC 4
#define NOC_DISPATCH_MULTICAST_WRITE_VC 5

#define NOC_CLEAR_OUTSTANDING_REQ_MASK ((1ULL << (NOC_MAX_TRANSACTION_ID + 1)) - 1)

// What our own headers use of these, constants or not.
namespace ironbird::chip {

#if defined(IB_ANY_CHIP)
inline bool is_blackhole() {
    return ib_chip.is_blackhole != 0;
}
inline uint32_t burst_bytes() {
    return ib_chip.burst_bytes;
}
inline uint32_t log2_dram_alignment() {
    return ib_chip.log2_dram_alignment;
}
inline uint32_t coordinate_shift() {
    return ib_chip.coordinate_shift;
}
#else
constexpr bool is_blackhole() {
#if defined(ARCH_BLACKHOLE)
    return true;
#else
    return false;
#endif
}
constexpr uint32_t burst_bytes() {
    return NOC_MAX_BURST_SIZE;
}
constexpr uint32_t log2_dram_alignment() {
    return LOG_BASE_2_OF_DRAM_ALIGNMENT;
}
// On Wormhole coordinates without an address, as hosts hand them over, still carry the top four
// bits of the local address below them, on Blackhole they do not.
constexpr uint32_t coordinate_shift() {
    return NOC_COORD_REG_OFFSET;
}
#endif

// Pages up to a limit that a call gives go as one packet. Chips differ in the longest packet: with
// a limit between the two a kernel is compiled for its chip.
inline constexpr uint32_t kShortestBurst = 8192, kLongestBurst = 16384;
inline constexpr uint32_t kAnySize = kLongestBurst + 1;

template <uint32_t max_page_size>
constexpr bool goes_as_one_packet() {
#if defined(IB_ANY_CHIP)
    static_assert(max_page_size <= kShortestBurst || max_page_size > kLongestBurst);
    return max_page_size <= kShortestBurst;
#else
    return max_page_size <= NOC_MAX_BURST_SIZE;
#endif
}

}  // namespace ironbird::chip

// The chip's constants that kernels may name, from the architecture's define.
#pragma once

#include <stdint.h>

#if defined(ARCH_BLACKHOLE)
#define NOC_PAYLOAD_WIDTH 512
#define NOC_DRAM_READ_ALIGNMENT_BYTES 64
#define NOC_PCIE_READ_ALIGNMENT_BYTES 64
#define LOG_BASE_2_OF_DRAM_ALIGNMENT 6
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

#define NUM_NOCS 2
#define NOC_WORD_BYTES (NOC_PAYLOAD_WIDTH / 8)
#define NOC_MAX_BURST_WORDS 256
#define NOC_MAX_BURST_SIZE (NOC_MAX_BURST_WORDS * NOC_WORD_BYTES)
#define NOC_MAX_TRANSACTION_ID 0xF
#define NOC_MAX_TRANSACTION_ID_COUNT 255
#define MEM_WORD_BYTES 16

#define NOC_L1_READ_ALIGNMENT_BYTES 16
#define NOC_L1_WRITE_ALIGNMENT_BYTES 16
#define NOC_DRAM_WRITE_ALIGNMENT_BYTES 16
#define NOC_PCIE_WRITE_ALIGNMENT_BYTES 16
#define NOC_REG_ALIGNMENT_BYTES 4
#define L1_ALIGNMENT (uint32_t{NOC_L1_READ_ALIGNMENT_BYTES})
#define DRAM_ALIGNMENT (uint32_t{NOC_DRAM_READ_ALIGNMENT_BYTES})
#define PCIE_ALIGNMENT (uint32_t{NOC_PCIE_READ_ALIGNMENT_BYTES})
#define LOG_BASE_2_OF_L1_ALIGNMENT 4

// Static virtual channels of upstream's calls; the law of delivery order hangs on them.
#define NOC_UNICAST_WRITE_VC 1
#define NOC_MULTICAST_WRITE_VC 4
#define NOC_DISPATCH_MULTICAST_WRITE_VC 5

#define NOC_CLEAR_OUTSTANDING_REQ_MASK ((1ULL << (NOC_MAX_TRANSACTION_ID + 1)) - 1)

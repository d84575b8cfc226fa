// What kernels take from their chip while they run. Part of the boundary of ib_abi.h, with the same
// rules: a kernel that needs no more of its chip than this is compiled once for all chips.
#pragma once

#include <stdint.h>

enum : uint32_t { IB_BANK_ROOM = 256 };  // places of a table; behind the last bank there is none

struct ib_chip_tables {
    uint32_t is_blackhole;
    uint32_t dram_banks, l1_banks;
    uint32_t log2_dram_alignment;
    uint32_t coordinate_shift;  // of x | y << 6 in the encoding that hosts hand over
    uint32_t burst_bytes;       // the longest packet
    uint32_t zeros_base;        // a region of zeros in L1
    uint32_t reserved;
    uint16_t dram_bank_xy[2][IB_BANK_ROOM], l1_bank_xy[2][IB_BANK_ROOM];  // by NoC, encoded
    uint32_t dram_bank_offset[IB_BANK_ROOM];
};
extern const struct ib_chip_tables ib_chip;  // of kernels alone: the loader fills it in

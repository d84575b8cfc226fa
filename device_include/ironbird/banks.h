// Where the allocator's banks lie. IB_DRAM_BANK_XY and IB_L1_BANK_XY list x | y << 6 of each bank
// as seen from NoC 0, then of each bank as seen from NoC 1; IB_DRAM_BANK_OFFSET lists byte offsets.
#pragma once

#include <array>

#include "ironbird/noc_issue.h"

using bank_noc_xy_t = uint16_t;

namespace ironbird {

template <uint32_t Banks>
using BankCoordinates = std::array<std::array<bank_noc_xy_t, Banks>, NUM_NOCS>;

template <uint32_t Banks>
constexpr BankCoordinates<Banks> bank_coordinates(const std::array<uint32_t, 2 * Banks>& list) {
    BankCoordinates<Banks> table{};
    for (uint32_t i = 0; i < 2 * Banks; ++i) {
        table[i / Banks][i % Banks] = bank_noc_xy_t(list[i] << NOC_COORD_REG_OFFSET);
    }
    return table;
}

}  // namespace ironbird

inline constexpr auto dram_bank_to_noc_xy =
    ironbird::bank_coordinates<NUM_DRAM_BANKS>({IB_DRAM_BANK_XY});
inline constexpr auto l1_bank_to_noc_xy = ironbird::bank_coordinates<NUM_L1_BANKS>({IB_L1_BANK_XY});
inline constexpr std::array<uint32_t, NUM_DRAM_BANKS> bank_to_dram_offset = {IB_DRAM_BANK_OFFSET};
inline constexpr std::array<uint32_t, NUM_L1_BANKS> bank_to_l1_offset = {};

namespace interleaved_addr_gen {

template <bool DRAM>
inline constexpr uint32_t bank_count = DRAM ? NUM_DRAM_BANKS : NUM_L1_BANKS;

// Row of page `id` within its bank, when pages are dealt out to the banks in turn.
template <bool DRAM>
constexpr uint32_t get_bank_offset_index(uint32_t id) {
    return id / bank_count<DRAM>;
}

template <bool DRAM>
constexpr uint32_t get_bank_index(uint32_t id, uint32_t bank_offset_index) {
    return id - bank_offset_index * bank_count<DRAM>;
}

template <bool DRAM>
constexpr uint32_t get_noc_xy(uint32_t bank_index, uint8_t noc = noc_index) {
    if constexpr (DRAM) return dram_bank_to_noc_xy[noc][bank_index];
    return l1_bank_to_noc_xy[noc][bank_index];
}

template <bool DRAM>
constexpr uint32_t get_bank_offset(uint32_t bank_index) {
    if constexpr (DRAM) return bank_to_dram_offset[bank_index];
    return bank_to_l1_offset[bank_index];
}

template <bool DRAM>
constexpr uint32_t get_allocator_alignment() {
    return DRAM ? DRAM_ALIGNMENT : L1_ALIGNMENT;
}

template <bool DRAM>
constexpr uint32_t get_log_base2_of_allocator_alignment() {
    return DRAM ? LOG_BASE_2_OF_DRAM_ALIGNMENT : LOG_BASE_2_OF_L1_ALIGNMENT;
}

}  // namespace interleaved_addr_gen

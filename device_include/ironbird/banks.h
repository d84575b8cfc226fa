// Where the allocator's banks lie. IB_DRAM_BANK_XY and IB_L1_BANK_XY list x | y << 6 of each bank
// as seen from NoC 0, then of each bank as seen from NoC 1; IB_DRAM_BANK_OFFSET lists byte offsets.
#pragma once

#include <array>

#include "ironbird/noc_issue.h"

using bank_noc_xy_t = uint16_t;

#if !defined(IB_ANY_CHIP)

namespace ironbird {

// The tables go on behind the last bank: a bank that the chip does not have lies at this x, where
// there is no tile, so that a transfer to it is refused; y tells which one was meant.
inline constexpr uint32_t kBankRoom = IB_BANK_ROOM, kNoDramBankX = 63, kNoL1BankX = 62;

using BankCoordinates = std::array<std::array<bank_noc_xy_t, kBankRoom>, NUM_NOCS>;

template <uint32_t Banks, uint32_t NoBankX>
constexpr BankCoordinates bank_coordinates(const std::array<uint32_t, 2 * Banks>& list) {
    static_assert(Banks < kBankRoom);
    BankCoordinates table{};
    for (uint32_t noc = 0; noc < NUM_NOCS; ++noc) {
        for (uint32_t i = 0; i < kBankRoom; ++i) {
            const uint32_t nowhere = NoBankX | (i < 63 ? i : 63) << 6;
            const uint32_t xy = i < Banks ? list[noc * Banks + i] : nowhere;
            table[noc][i] = bank_noc_xy_t(xy << NOC_COORD_REG_OFFSET);
        }
    }
    return table;
}

}  // namespace ironbird

inline constexpr auto dram_bank_to_noc_xy =
    ironbird::bank_coordinates<NUM_DRAM_BANKS, ironbird::kNoDramBankX>({IB_DRAM_BANK_XY});
inline constexpr std::array<uint32_t, ironbird::kBankRoom> bank_to_dram_offset = {
    IB_DRAM_BANK_OFFSET};
#if !defined(IB_ANY_L1_BANKS)
inline constexpr auto l1_bank_to_noc_xy =
    ironbird::bank_coordinates<NUM_L1_BANKS, ironbird::kNoL1BankX>({IB_L1_BANK_XY});
inline constexpr std::array<uint32_t, ironbird::kBankRoom> bank_to_l1_offset = {};
#endif

#endif

namespace interleaved_addr_gen {

#if defined(IB_ANY_CHIP)
// Whoever asks where a page lies is compiled for its chip: what the arithmetic costs is in the
// kernel's time, and with other numbers of banks it is another.
template <bool DRAM>
uint32_t get_bank_offset_index(uint32_t id) = delete;
template <bool DRAM>
uint32_t get_bank_index(uint32_t id, uint32_t bank_offset_index) = delete;
template <bool DRAM>
uint32_t get_noc_xy(uint32_t bank_index, uint8_t noc = noc_index) = delete;
template <bool DRAM>
uint32_t get_bank_offset(uint32_t bank_index) = delete;
#else
// Of memory of one kind: its number of banks, where they lie, and what is before their first page.
template <bool DRAM>
struct banks {
    static constexpr uint32_t count = NUM_DRAM_BANKS;
    static constexpr uint32_t noc_xy(uint32_t bank, uint8_t noc) {
        return dram_bank_to_noc_xy[noc][bank];
    }
    static constexpr uint32_t offset(uint32_t bank) { return bank_to_dram_offset[bank]; }
};

#if defined(IB_ANY_L1_BANKS)
template <>
struct banks<false>;  // who asks is compiled for its product
#else
template <>
struct banks<false> {
    static constexpr uint32_t count = NUM_L1_BANKS;
    static constexpr uint32_t noc_xy(uint32_t bank, uint8_t noc) {
        return l1_bank_to_noc_xy[noc][bank];
    }
    static constexpr uint32_t offset(uint32_t bank) { return bank_to_l1_offset[bank]; }
};
#endif

// Row of page `id` within its bank, when pages are dealt out to the banks in turn.
template <bool DRAM>
constexpr uint32_t get_bank_offset_index(uint32_t id) {
    return id / banks<DRAM>::count;
}

template <bool DRAM>
constexpr uint32_t get_bank_index(uint32_t id, uint32_t bank_offset_index) {
    return id - bank_offset_index * banks<DRAM>::count;
}

template <bool DRAM>
constexpr uint32_t get_noc_xy(uint32_t bank_index, uint8_t noc = noc_index) {
    return banks<DRAM>::noc_xy(bank_index, noc);
}

template <bool DRAM>
constexpr uint32_t get_bank_offset(uint32_t bank_index) {
    return banks<DRAM>::offset(bank_index);
}
#endif

template <bool DRAM>
constexpr uint32_t get_log_base2_of_allocator_alignment() {
    return DRAM ? ironbird::chip::log2_dram_alignment() : LOG_BASE_2_OF_L1_ALIGNMENT;
}

template <bool DRAM>
constexpr uint32_t get_allocator_alignment() {
    return uint32_t{1} << get_log_base2_of_allocator_alignment<DRAM>();
}

}  // namespace interleaved_addr_gen

// The chip's words for kernels, in both forms.
#include "host/program/chip_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

namespace ironbird::host {
namespace {

// x | y << 6 of each bank, from NoC 0 and then from NoC 1.
struct Banks {
    std::vector<std::uint32_t> dram[2], l1[2];
    std::vector<std::uint64_t> offsets;

    explicit Banks(const ChipLayout& chip) {
        const auto word = [](auto c) { return c.x | c.y << 6; };
        for (int noc = 0; noc < 2; noc++) {
            for (const arch::DramBank& bank : chip.product().dram)
                dram[noc].push_back(word(bank.endpoint[noc]));
            for (std::uint32_t bank = 0; bank < chip.l1_banks(); bank++)
                l1[noc].push_back(word(chip.plan().to_virtual(chip.l1_bank_core(bank))));
        }
        for (const arch::DramBank& bank : chip.product().dram) offsets.push_back(bank.offset);
    }
};

void define_count(std::vector<std::string>& out, const char* what, std::size_t n) {
    out.push_back(fmt::format("NUM_{}_BANKS={}", what, n));
    if (std::has_single_bit(n))
        out.push_back(fmt::format("LOG_BASE_2_OF_NUM_{}_BANKS={}", what, std::countr_zero(n)));
    else
        out.push_back(fmt::format("IS_NOT_POW2_NUM_{}_BANKS=1", what));
}

std::string list(const std::vector<std::uint32_t> (&by_noc)[2]) {
    return fmt::format("{},{}", fmt::join(by_noc[0], ","), fmt::join(by_noc[1], ","));
}

// A place without a bank lies where there is no tile, as in banks.h of the kernels.
void fill(std::uint16_t (&places)[2][IB_BANK_ROOM], const std::vector<std::uint32_t> (&by_noc)[2],
          std::uint32_t nowhere_x, std::uint32_t shift) {
    for (int noc = 0; noc < 2; noc++)
        for (std::uint32_t i = 0; i < IB_BANK_ROOM; i++) {
            const std::uint32_t nowhere = nowhere_x | std::min(i, 63u) << 6;
            const std::uint32_t xy = i < by_noc[noc].size() ? by_noc[noc][i] : nowhere;
            places[noc][i] = static_cast<std::uint16_t>(xy << shift);
        }
}

}  // namespace

std::vector<std::string> chip_defines(const ChipLayout& chip, std::uint32_t l1_bytes) {
    const arch::Product& product = chip.product();
    const Banks banks(chip);
    const Physical pcie = arch::traits(product.family).pcie;
    std::vector<std::string> out;
    out.emplace_back(arch::c_macro(product.family));
    out.push_back(fmt::format("PCIE_NOC_X={}", pcie.x));
    out.push_back(fmt::format("PCIE_NOC_Y={}", pcie.y));
    out.push_back(fmt::format("IB_L1_SIZE={}", l1_bytes));
    out.push_back(fmt::format("IB_MEM_ZEROS_BASE={}", product.memory.zeros_base));
    define_count(out, "DRAM", product.dram.size());
    define_count(out, "L1", chip.l1_banks());
    out.push_back("IB_DRAM_BANK_XY=" + list(banks.dram));
    out.push_back("IB_L1_BANK_XY=" + list(banks.l1));
    out.push_back(fmt::format("IB_DRAM_BANK_OFFSET={}", fmt::join(banks.offsets, ",")));
    return out;
}

ib_chip_tables chip_tables(const ChipLayout& chip) {
    const arch::Product& product = chip.product();
    const bool blackhole = product.family == arch::Family::blackhole;
    const Banks banks(chip);
    ib_chip_tables t{};
    t.is_blackhole = blackhole;
    t.dram_banks = static_cast<std::uint32_t>(product.dram.size());
    t.l1_banks = chip.l1_banks();
    t.log2_dram_alignment =
        static_cast<std::uint32_t>(std::countr_zero(product.alignment.dram_read));
    t.coordinate_shift = blackhole ? 0 : 4;
    t.burst_bytes = blackhole ? 16384 : 8192;
    t.zeros_base = product.memory.zeros_base;
    fill(t.dram_bank_xy, banks.dram, 63, t.coordinate_shift);
    fill(t.l1_bank_xy, banks.l1, 62, t.coordinate_shift);
    std::ranges::copy(banks.offsets, t.dram_bank_offset);
    return t;
}

}  // namespace ironbird::host

// Pages over banks.
#include "report/visualizer/chunks.hpp"

#include <algorithm>

namespace ironbird::report {
namespace {

Chunk at(const MemoryChip& chip, const MemoryBuffer& b, std::uint32_t bank) {
    if (b.type == "DRAM" || b.type == "TRACE" || chip.grid_x == 0) return {.bank = bank, .x = bank};
    return {.bank = bank, .x = bank % chip.grid_x, .y = bank / chip.grid_x};
}

}  // namespace

std::vector<Chunk> chunks_of(const MemoryChip& chip, const MemoryBuffer& b) {
    std::vector<Chunk> all;
    const std::uint64_t page = std::max<std::uint64_t>(b.page_bytes, 1);
    if (!b.cores.empty()) {
        for (const std::uint32_t core : b.cores) {
            all.push_back(at(chip, b, core));
            all.back().bytes = b.bytes_per_bank;
            all.back().pages = std::max<std::uint64_t>(b.bytes_per_bank / page, 1);
        }
        return all;
    }
    const bool dram = b.type == "DRAM" || b.type == "TRACE";
    const std::uint32_t banks = std::max(dram ? chip.dram_banks : chip.l1_banks, 1u);
    const std::uint64_t pages = (b.bytes + page - 1) / page;
    const std::uint64_t rows = std::max<std::uint64_t>((pages + banks - 1) / banks, 1);
    for (std::uint32_t bank = 0; bank < banks; bank++) {
        const std::uint64_t here = pages / banks + (bank < pages % banks ? 1 : 0);
        if (here == 0) break;
        all.push_back(at(chip, b, bank));
        all.back().pages = here;
        all.back().bytes = b.bytes_per_bank / rows * here;  // pages as they are aligned there
    }
    return all;
}

}  // namespace ironbird::report

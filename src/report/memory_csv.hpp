// Upstream's three memory reports, byte for byte in their layout.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mem/allocator.hpp"

namespace ironbird::report {

struct MemoryCsv {
    static constexpr std::array<std::string_view, 3> kNames = {
        "l1_usage_summary.csv", "memory_usage_summary.csv", "detailed_memory_usage.csv"};

    std::array<std::string, 3> texts;  // in the order of the names

    // Headings of a snapshot, or of a list with one entry for each program.
    void begin(bool programs);
    // DRAM, L1 and L1_SMALL as they are now.
    void add(const mem::Allocator& banks, std::optional<std::uint64_t> program = {});
};

// The allocator's own table of blocks, as the detailed report shows it.
std::string block_dump(const mem::FreeList& list);

}  // namespace ironbird::report

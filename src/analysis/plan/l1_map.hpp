// What of a core's L1 a program may use, by architecture.
#pragma once

#include <cstdint>
#include <string>

#include "arch/product.hpp"

namespace ironbird::analysis {

// Bytes throughout.
struct L1Map {
    std::string name, arch;
    std::uint64_t l1_bytes = 0;
    std::uint64_t reserved_bytes = 0;  // firmware, mailboxes, kernels and their configuration
    std::uint64_t unreserved_base = 0;
    std::uint64_t l1_small_bytes = 0;
    std::uint32_t l1_alignment = 0, dram_alignment = 0;
    std::uint32_t max_cbs = 0;
    std::uint32_t dram_banks = 0;
    std::uint64_t dram_bank_bytes = 0;

    std::uint64_t available() const { return l1_bytes - reserved_bytes - l1_small_bytes; }
};

// Circular buffers begin where the product's reserved memory ends.
L1Map map_of(const arch::Product& product, std::uint64_t l1_small_bytes = 0);

// The same with the round figures of the memory analysis guide: 1464 KiB, of which 200 KiB are
// reserved.
L1Map guide_map(const arch::Product& product);

}  // namespace ironbird::analysis

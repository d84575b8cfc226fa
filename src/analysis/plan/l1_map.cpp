// Products as maps of L1.
#include "analysis/plan/l1_map.hpp"

namespace ironbird::analysis {

L1Map map_of(const arch::Product& p, std::uint64_t l1_small_bytes) {
    return {.name = std::string(p.name),
            .arch = std::string(arch::name(p.family)),
            .l1_bytes = p.memory.l1_bytes,
            .reserved_bytes = p.memory.unreserved_base,
            .unreserved_base = p.memory.unreserved_base,
            .l1_small_bytes = l1_small_bytes,
            .l1_alignment = p.alignment.l1,
            .dram_alignment = p.alignment.dram_read,
            .max_cbs = p.limits.cbs,
            .dram_banks = static_cast<std::uint32_t>(p.dram.size()),
            .dram_bank_bytes = p.memory.dram_bank_bytes};
}

L1Map guide_map(const arch::Product& p) {
    L1Map map = map_of(p);
    map.name += ", the guide's figures";
    map.l1_bytes = 1464 * 1024;
    map.reserved_bytes = map.unreserved_base = 200 * 1024;
    return map;
}

}  // namespace ironbird::analysis

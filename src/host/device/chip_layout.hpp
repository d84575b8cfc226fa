// A product as the programs of this process see it.
#pragma once

#include <bit>
#include <bitset>
#include <cstdint>
#include <vector>

#include "arch/floorplan.hpp"

namespace ironbird::host {

// Cores by logical place, row by row with room for the widest chip: the same number on every chip.
inline constexpr std::uint32_t kMaxColumns = 16, kMaxCores = 256;
using CoreMask = std::bitset<kMaxCores>;

inline std::size_t place_of(Logical core) {
    return core.y * kMaxColumns + core.x;
}
inline Logical core_at(std::size_t place) {
    return {static_cast<std::uint32_t>(place) % kMaxColumns,
            static_cast<std::uint32_t>(place) / kMaxColumns};
}

// The places that Ethernet cores take in a CoreMask.
inline CoreMask ethernet_places() {
    CoreMask mask;
    for (std::uint32_t channel = 0; channel < kMaxColumns; channel++)
        mask.set(place_of({channel, kEthernetRow}));
    return mask;
}

// Calls visit(place) for each core of a mask, row by row.
template <class Visit>
void for_each_place(const CoreMask& cores, Visit visit) {
    static const CoreMask kWord(~std::uint64_t{0});
    for (std::size_t first = 0; first < cores.size(); first += 64)
        for (std::uint64_t left = ((cores >> first) & kWord).to_ullong(); left != 0;
             left &= left - 1)
            visit(first + static_cast<std::size_t>(std::countr_zero(left)));
}

// Floor plan, the grid that programs get, the core behind each L1 bank. Machine owns one for each
// product; nothing in it changes.
class ChipLayout {
 public:
    ChipLayout(const arch::Product& product, arch::Grid usable);

    const arch::Product& product() const { return plan_.product(); }
    const arch::Floorplan& plan() const { return plan_; }
    arch::Grid compute_grid() const { return compute_grid_; }

    std::uint32_t core_index(Logical core) const { return plan_.core_index(core); }
    std::uint32_t l1_banks() const { return static_cast<std::uint32_t>(bank_cores_.size()); }
    Logical l1_bank_core(std::uint32_t bank) const { return bank_cores_[bank]; }
    std::uint32_t l1_bank_of(Logical core) const;

 private:
    arch::Floorplan plan_;
    arch::Grid compute_grid_;
    std::vector<Logical> bank_cores_;
};

}  // namespace ironbird::host

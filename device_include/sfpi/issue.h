// Time of the vector unit: one instruction per cycle and thread, and a result of the multiply-add
// sub-unit cannot be read by the very next one. Wormhole's compiler puts a SFPNOP there, Blackhole
// waits by itself; both cost a cycle. What each notation of SFPI becomes is counted where it is
// written, so that the compiler folds a run of arithmetic into one addition.
#pragma once

#include "sfpi/lanes.h"

namespace sfpi {

// When a value can be read: 0 at once, else not as long as this many cycles have been issued.
using Late = std::uint32_t;

// Costs that are not one: an exchange occupies the unit for two cycles; a step of Dst's counter
// between faces is two SETRWC; a tile begins with its address and a wait for the matrix unit.
enum : std::uint32_t { kSwapCycles = 2, kFaceCycles = 2, kTileCycles = 20 };

template <class... Value>
sfpi_inline void reads(const Value&... operands) {
    if (((operands.late() != 0 && operands.late() == unit.issued) || ...)) ++unit.issued;
}
sfpi_inline void issue(std::uint32_t cycles = 1) {
    unit.issued += cycles;
}
// The multiply-add sub-unit, whose result is late.
sfpi_inline Late issue_mad() {
    return ++unit.issued;
}
// A constant that stands in the code. Sixteen bits of BF16 are part of the instruction that takes
// them. More are two instructions, where eight registers do not hold the constant from row to row;
// one is the middle.
sfpi_inline void issue_constant(float x) {
    if (__builtin_constant_p(x) && (__builtin_bit_cast(std::uint32_t, x) & 0xffffu) != 0) issue();
}
// What the device does not know of yet.
sfpi_inline std::uint32_t due() {
    const std::uint32_t cycles = unit.issued - unit.told;
    unit.told = unit.issued;
    return cycles;
}

// A tile, then one face after the other; what code has moved by itself within a face is forgotten.
sfpi_inline void begin_tile(std::uint32_t dst) {
    unit.moved = 0;
    issue(kTileCycles);
    ib_sfpi_begin(dst, due());
}
sfpi_inline void next_face(std::uint32_t addresses, std::uint32_t cycles = kFaceCycles) {
    unit.moved = 0;
    issue(cycles);
    ib_sfpi_advance(addresses, due());
}

}  // namespace sfpi

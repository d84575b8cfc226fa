// The vector unit's 32 lanes as native vectors, the lanes that are switched on, and its registers.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "ib_abi.h"
#include "ib_compute.h"
#include "internal/risc_attribs.h"

#define sfpi_inline __attribute__((always_inline)) inline

namespace sfpi {

// Lane i is row i / 8 of four, column i % 8 of the eight even or odd ones.
using Lanes = std::uint32_t __attribute__((ext_vector_type(32)));
using SignedLanes = std::int32_t __attribute__((ext_vector_type(32)));
using FloatLanes = float __attribute__((ext_vector_type(32)));
using LaneBits = bool __attribute__((ext_vector_type(32)));

sfpi_inline constexpr Lanes all_lanes(std::uint32_t word) {
    return (Lanes)(word);
}
sfpi_inline Lanes bits_of(FloatLanes x) {
    return (Lanes)x;
}
sfpi_inline FloatLanes as_float(Lanes x) {
    return (FloatLanes)x;
}
sfpi_inline SignedLanes as_signed(Lanes x) {
    return (SignedLanes)x;
}
sfpi_inline Lanes choose(Lanes mask, Lanes yes, Lanes no) {
    return (yes & mask) | (no & ~mask);
}

// Numbers of registers beyond the eight that code may name as l_reg.
enum : unsigned {
    kReg0p8373 = 8,
    kRegZero = 9,
    kRegOne = 10,
    kRegMinusOne = 11,
    kRegProgrammable = 12,  // three of them
    kRegLane = 15
};

struct Unit {
    Lanes on = all_lanes(~0u);  // lanes that take results, all bits or none
    int moved = 0;              // addresses that dst_reg++ and its kin have gone past the face
    std::uint32_t issued = 0;   // cycles of the instructions so far (issue.h)
    std::uint32_t told = 0;     // those that the device knows of
    std::uint32_t depth = 0;    // of conditional blocks
    Lanes reg[16] = {{},
                     {},
                     {},
                     {},
                     {},
                     {},
                     {},
                     {},
                     all_lanes(0x3f56594b),
                     {},
                     all_lanes(0x3f800000),
                     all_lanes(0xbf800000),
                     {},
                     {},
                     {},
                     {0,  2,  4,  6,  8,  10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30,
                      32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62}};
};
inline constinit Unit unit{};  // one per processor and run

sfpi_inline std::uint32_t switched_on() {
    return __builtin_bit_cast(std::uint32_t, __builtin_convertvector(unit.on, LaneBits));
}

}  // namespace sfpi

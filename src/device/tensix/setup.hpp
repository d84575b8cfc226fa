// What each unit of a Tensix core is set up for, who set it up, and operations that need otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "abi/ib_setup.h"
#include "device/core/processor.hpp"
#include "device/unit_fault.hpp"

namespace ironbird::device {

// One unit's word, and for each group of four bits the call that wrote it last.
struct Setup {
    std::uint64_t word = 0;
    std::array<std::uintptr_t, 16> site{};

    void write(setup::Fields f, std::uintptr_t by) {
        word = (word & ~f.mask) | f.value;
        for (std::size_t i = 0; i < site.size(); i++)
            if ((f.mask >> 4 * i & 15) != 0) site[i] = by;
    }
    std::uintptr_t writer(setup::Field f) const { return site[f.shift / 4u]; }
    bool meets(const setup::Fields& need) const { return ((word ^ need.value) & need.mask) == 0; }
};

struct SetupFinding {
    UnitFault fault;
    setup::Unit unit;
    std::uint8_t processor;
    std::uint16_t sfpu_op;  // of the vector unit
    std::uint64_t set, need;
    std::uintptr_t site;  // of the call that set it up, 0: none
    std::uint64_t cycle;
    Trace trace;  // of the operation
    std::uint64_t seen = 1;
};

// The field that tells most of what differs, and what that means.
struct SetupDifference {
    UnitFault fault;
    setup::Field field;
};
SetupDifference difference(setup::Unit unit, std::uint64_t set, const setup::Fields& need);

// Fields of `need` that differ from the word, those left out that nobody knows.
std::uint64_t differing(setup::Unit unit, std::uint64_t word, const setup::Fields& need);

// "mul_tiles_bcast_rows", …: what a unit with this word works on.
std::string name_of_setup(setup::Unit unit, std::uint64_t word);

}  // namespace ironbird::device

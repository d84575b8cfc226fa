// What each unit of a Tensix core is set up for, who set it up, and operations that need otherwise.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "abi/ib_setup.h"
#include "device/core/processor.hpp"
#include "device/unit_fault.hpp"

namespace ironbird::device {

// The call that set something up: where in the kernel, 0 if none has, and when.
struct SetBy {
    std::uintptr_t site = 0;
    Cycles cycle{};
};

// One unit's word, and for each group of four bits the call that wrote it last.
struct Setup {
    std::uint64_t word = 0;

    void reset() { word = known_ = 0; }
    void write(setup::Fields f, SetBy by) {
        word = (word & ~f.mask) | f.value;
        std::uint64_t groups = f.mask | f.mask >> 1;
        groups = (groups | groups >> 2) & 0x1111'1111'1111'1111;
        known_ |= groups;
        for (; groups != 0; groups &= groups - 1)
            written_[static_cast<std::size_t>(std::countr_zero(groups)) / 4] = by;
    }
    SetBy writer(setup::Field f) const {
        return (known_ >> f.shift / 4u * 4u & 1) != 0 ? written_[f.shift / 4u] : SetBy{};
    }
    bool meets(const setup::Fields& need) const { return ((word ^ need.value) & need.mask) == 0; }

 private:
    std::uint64_t known_ = 0;  // the lowest bit of each group that was written since the reset
    std::array<SetBy, 16> written_{};
};

// An operation on a unit that is set up for something else; kept by the Tensix until the end of the
// run.
struct SetupFinding {
    UnitFault fault;
    setup::Unit unit;
    std::uint8_t processor;
    std::uint16_t sfpu_op;  // of the vector unit
    std::uint64_t set, need;
    SetBy by;  // who set it up
    Cycles cycle;
    Trace trace;  // of the operation
    std::uint64_t seen = 1;
};

// The field that tells most of what differs, and what that means.
struct SetupDifference {
    UnitFault fault;
    setup::Field field;
};
SetupDifference difference(setup::Unit unit, std::uint64_t set, const setup::Fields& need);

// The fields of `need` that the word has with another value; unknown fields, which are
// all ones, are left out.
std::uint64_t differing(setup::Unit unit, std::uint64_t word, const setup::Fields& need);

// "mul_tiles_bcast_rows", …: what a unit with this word works on.
std::string name_of_setup(setup::Unit unit, std::uint64_t word);

}  // namespace ironbird::device

// Units of a Tensix core that are set up for something else than what they are told to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/fault.hpp"

namespace ironbird::device {

// What differs between the set-up of a unit and the operation that it is told to do.
enum class UnitFault : std::uint8_t {
    format,     // an unpacker or the packer converts from or to another format
    operation,  // the loop of another operation
    none,       // nobody has set the unit up
    broadcast,
    transposition,
    shape,    // tiles of other faces
    left_on,  // an uninit is missing
    packer,
    vector,  // the vector unit
};

// One such place, in words.
struct UnitWarning {
    UnitFault fault;
    Place place;                  // the operation
    std::optional<Place> set_up;  // the call that set the unit up last
    std::string because;
    std::string remedy;
    // Who gathers those of several processes orders them as one process would find them, and keeps
    // the first of each key.
    std::uint64_t round = 0, key = 0;
    std::uint32_t node = 0;
};

}  // namespace ironbird::device

// Cycles for a number of bytes at a fractional rate, without a division.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/strong.hpp"

namespace ironbird::noc {

// A constant: any thread may ask.
class Rate {
 public:
    explicit Rate(double bytes_per_cycle)
        : cycles_per_byte_(
              static_cast<std::uint64_t>(std::llround(4294967296.0 / bytes_per_cycle))) {}

    // Rounded up.
    Cycles cycles(std::uint32_t bytes) const {
        return {(bytes * cycles_per_byte_ + 0xffffffffu) >> 32};
    }

 private:
    std::uint64_t cycles_per_byte_;  // times 2^32
};

}  // namespace ironbird::noc

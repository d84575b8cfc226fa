// What inits of the vector unit leave behind, and what its operations need of that.
#pragma once

#include <cstdint>
#include <vector>

#include "abi/ib_compute.h"
#include "abi/ib_setup.h"
#include "tile/sfpu.hpp"

namespace ironbird::device {

// One operation of the vector unit: which fields of the set-up words it writes, and which it needs.
struct SfpuSetup {
    setup::Fields leaves;                    // its init
    setup::Fields needs;                     // the operation
    setup::Fields spoils;                    // the operation writes over it
    setup::Fields leaves_math, spoils_math;  // both in the matrix unit's word
};

// All operations for one kind of kernel: chip, width of Dst, approximation.
class SfpuSetups {
 public:
    static const SfpuSetups& of(tile::Silicon silicon, bool wide, bool approx);

    // A form that the operation does not have counts as its first.
    const SfpuSetup& operator()(std::uint32_t op, std::uint32_t form) const {
        if (op >= IB_SFPU_COUNT || form == kUnknownForm)
            return form == kUnknownForm ? any_ : plain_;
        const Place& p = places_[op];
        return rows_[p.first + (form < p.forms ? form : 0)];
    }
    static constexpr std::uint32_t kUnknownForm = 255;

 private:
    struct Build;
    SfpuSetups(Build& build, tile::Silicon silicon, bool wide, bool approx);

    struct Place {
        std::uint32_t first = 0, forms = 1;
    };
    std::vector<Place> places_;  // by operation
    std::vector<SfpuSetup> rows_;
    SfpuSetup plain_, any_;
};

}  // namespace ironbird::device

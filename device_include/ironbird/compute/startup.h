// Formats of all three units together: start-up and reconfiguration.
#pragma once

#include "ironbird/compute/math.h"
#include "ironbird/compute/pack.h"
#include "ironbird/compute/unpack.h"

namespace ironbird::compute {

inline constexpr uint32_t kBothSources = IB_SRC_A | IB_SRC_B;

// The unpackers' formats, and with IB_SHAPE how they count faces.
FORCE_INLINE void source_formats(uint32_t which, uint32_t cb_a, uint32_t cb_b) {
    unpack_configure(which, cb_a, cb_b);
    math_configure(which, cb_a, cb_b);
}

// The state of a Tensix core before its first operation: formats by these CBs, nothing transposed,
// nothing accumulated.
FORCE_INLINE void start(uint32_t cb_a, uint32_t cb_b, uint32_t cb_out) {
    source_formats(kBothSources | IB_SHAPE, cb_a, cb_b);
    pack_configure(cb_out);
    pack_width(1);
    unpack_transposed(0);
    math_accumulates(false);
    unpack_is(setup::unpack::started());
    math_is(setup::math::started());
    pack_is(setup::pack::started(output_shape(cb_out)));
}

// Math hands Dst to pack around one batch of work.
template <class Work, class Output>
FORCE_INLINE void section(Work work, Output output) {
    math_acquire();
    pack_wait();
    work();
    output();
    math_commit();
    pack_release();
}

}  // namespace ironbird::compute

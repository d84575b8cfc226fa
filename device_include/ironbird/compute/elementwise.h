// Sums, differences and products of tiles, with the second one broadcast or not, or with Dst in the
// place of one.
#pragma once

#include "ironbird/compute/startup.h"
#include "llk_defs.h"

namespace ironbird::compute {

template <ckernel::EltwiseBinaryType op>
constexpr uint32_t elementwise_code() {
    using enum ckernel::EltwiseBinaryType;
    static_assert(op == ELWMUL || op == ELWADD || op == ELWSUB,
                  "the matrix unit adds, subtracts and multiplies tiles");
    return uint32_t(op);
}

template <ckernel::EltwiseBinaryType op>
constexpr setup::Loop elementwise_loop() {
    using enum ckernel::EltwiseBinaryType;
    return op == ELWMUL ? setup::Loop::mul : op == ELWADD ? setup::Loop::add : setup::Loop::sub;
}

// Math's half of an init.
template <ckernel::EltwiseBinaryType op, ckernel::BroadcastType broadcast, bool with_dst = false>
FORCE_INLINE void math_elementwise_init(uint32_t cb, uint32_t fidelity = kernel_fidelity()) {
    math_is(setup::math::elementwise(elementwise_loop<op>(), uint32_t(broadcast), with_dst,
                                     fidelity, loop_shape(cb)));
}

template <ckernel::EltwiseBinaryType op,
          ckernel::BroadcastType broadcast = ckernel::BroadcastType::NONE>
FORCE_INLINE void elementwise_init(uint32_t cb, bool accumulates = false) {
    unpack_transposed(0);
    math_accumulates(accumulates);
    unpack_is(setup::unpack::pair(uint32_t(broadcast), loop_shape(cb)));
    math_elementwise_init<op, broadcast>(cb);
}

template <ckernel::EltwiseBinaryType op, ckernel::EltwiseBinaryReuseDestType reuse>
FORCE_INLINE void elementwise_with_dst_init(uint32_t cb) {
    unpack_transposed(0);
    math_accumulates(false);
    const bool dst_is_a = (reuse_flags(reuse) & IB_MATH_DST_TO_SRC_A) != 0;
    unpack_is(setup::unpack::beside_dst(dst_is_a, loop_shape(cb)));
    math_elementwise_init<op, ckernel::BroadcastType::NONE, true>(cb);
}

template <ckernel::EltwiseBinaryType op,
          ckernel::BroadcastType broadcast = ckernel::BroadcastType::NONE>
FORCE_INLINE void elementwise(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b,
                              uint32_t dst, uint32_t row = 0) {
    unpack_pair(cb_a, cb_b, tile_a, tile_b, uint32_t(broadcast), row);
    math_binary(elementwise_code<op>(), dst, uint32_t(broadcast), kernel_fidelity());
}

template <ckernel::EltwiseBinaryType op>
FORCE_INLINE void elementwise_run(uint32_t cb_a, uint32_t cb_b, uint32_t tile_a, uint32_t tile_b,
                                  uint32_t dst, uint32_t tiles) {
    for (uint32_t t = 0; t < tiles; ++t)
        elementwise<op>(cb_a, cb_b, tile_a + t, tile_b + t, dst + t);
}

template <ckernel::EltwiseBinaryType op, ckernel::EltwiseBinaryReuseDestType reuse>
FORCE_INLINE void elementwise_with_dst(uint32_t cb, uint32_t tile, uint32_t dst) {
    constexpr uint32_t flags = reuse_flags(reuse);
    static_assert(flags != 0, "say which source register Dst goes to: DEST_TO_SRCA or _SRCB");
    unpack_beside_dst(cb, tile, flags);
    math_binary_with_dst(elementwise_code<op>(), dst, flags);
}

}  // namespace ironbird::compute

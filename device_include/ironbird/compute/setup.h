// What init calls leave in the units, one line for each: the device remembers it with the place of
// the call, and compares it with what operations need.
#pragma once

#include <type_traits>

#include "ironbird/compute/operands.h"
#include "llk_defs.h"

namespace ironbird::compute {

namespace setup = ironbird::setup;

FORCE_INLINE void unpack_is(setup::Fields f) {
    if constexpr (kUnpacks) ib_set_up(uint32_t(setup::Unit::unpack), f.value, f.mask);
}
FORCE_INLINE void math_is(setup::Fields f) {
    if constexpr (kCalculates) ib_set_up(uint32_t(setup::Unit::math), f.value, f.mask);
}
FORCE_INLINE void pack_is(setup::Fields f) {
    if constexpr (kPacks) ib_set_up(uint32_t(setup::Unit::pack), f.value, f.mask);
}
// The vector unit, as its init leaves it for one of the operation's forms.
FORCE_INLINE void sfpu_is(ib_sfpu_op op, uint32_t form = 0, bool here = kCalculates) {
    if (here) ib_sfpu_init(op, form);
}
// By an init that the model does not follow.
inline constexpr uint32_t kUnknownForm = 255;

FORCE_INLINE uint64_t loop_shape(uint32_t cb) {
    const ib_operand op = input(cb);
    return setup::shape(op.face_rows, op.faces_down * op.faces_across);
}
FORCE_INLINE uint64_t copy_shape(uint32_t cb) {
    const ib_operand op = input(cb);
    return setup::shape(op.face_rows, op.faces_down * op.faces_across, passes_src(cb));
}
FORCE_INLINE uint64_t output_shape(uint32_t cb) {
    const ib_operand op = output(cb);
    return setup::shape(op.face_rows, op.faces_down * op.faces_across);
}

// ---- one level below the API, where settings come in any order and operands are left out

template <class Kind, uint32_t otherwise, auto... settings>
constexpr uint32_t setting_of() {
    uint32_t found = otherwise;
    ((std::is_same_v<decltype(settings), Kind> ? (found = uint32_t(settings), 0) : 0), ...);
    return found;
}
template <auto... settings>
FORCE_INLINE uint32_t fidelity_of() {
    constexpr uint32_t none = 255;
    constexpr uint32_t given = setting_of<ckernel::MathFidelity, none, settings...>();
    return given == none ? kernel_fidelity() : given;
}
template <auto... settings>
inline constexpr uint32_t broadcast_of =
    setting_of<ckernel::BroadcastType, IB_BCAST_NONE, settings...>();
template <auto... settings>
inline constexpr uint32_t pool_of = setting_of<ckernel::PoolType, IB_POOL_SUM, settings...>();
template <auto... settings>
inline constexpr uint32_t dim_of = setting_of<ckernel::ReduceDim, IB_REDUCE_ROW, settings...>();
template <auto... settings>
inline constexpr bool reuses_dst =
    setting_of<ckernel::EltwiseBinaryReuseDestType,
               uint32_t(ckernel::EltwiseBinaryReuseDestType::NONE), settings...>() !=
    uint32_t(ckernel::EltwiseBinaryReuseDestType::NONE);

// The shape is not judged then.
inline constexpr setup::Fields kAnyUnpackShape =
    setup::unknown(setup::set(setup::unpack::kShape, 0));
inline constexpr setup::Fields kAnyMathShape = setup::unknown(setup::set(setup::math::kShape, 0));
inline constexpr setup::Fields kAnyPackShape = setup::unknown(setup::set(setup::pack::kShape, 0));

}  // namespace ironbird::compute

// Reconfiguration from one CB to another, which the chip leaves out where nothing changes.
#pragma once

#include "api/compute/src_order.h"
#include "ironbird/compute/startup.h"

namespace ironbird::compute {

template <auto option>
inline constexpr bool is_reverse_option = false;
template <>
inline constexpr bool is_reverse_option<ckernel::SrcOrder::Reverse> = true;
template <auto... options>
inline constexpr bool is_reverse = (is_reverse_option<options> || ...);

struct Change {
    uint32_t from, to;
};

FORCE_INLINE bool same_formats(const ib_operand& a, const ib_operand& b) {
    return a.l1_format == b.l1_format && a.reg_format == b.reg_format;
}
FORCE_INLINE bool same_shape(const ib_operand& a, const ib_operand& b) {
    return a.face_rows == b.face_rows && a.faces_down == b.faces_down &&
           a.faces_across == b.faces_across;
}

FORCE_INLINE void change_source(uint32_t which, Change change) {
    const ib_operand from = input(change.from), to = input(change.to);
    if (!same_formats(from, to) || !same_shape(from, to))
        source_formats(which, change.to, change.to);
}

FORCE_INLINE void change_sources(Change a, Change b) {
    change_source(IB_SRC_A, a);
    change_source(IB_SRC_B, b);
}

FORCE_INLINE void change_output(Change change, bool with_shape) {
    const ib_operand from = output(change.from), to = output(change.to);
    if (!same_formats(from, to) || (with_shape && !same_shape(from, to))) pack_configure(change.to);
}

}  // namespace ironbird::compute

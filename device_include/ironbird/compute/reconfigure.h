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

// Flags: "to or from int8", "tile shape too"; one alone has meant either.
template <auto option>
inline constexpr uint32_t shape_of_option = 0;
template <>
inline constexpr uint32_t shape_of_option<true> = IB_SHAPE;
template <auto... options>
inline constexpr uint32_t with_shape = (shape_of_option<options> | ... | 0);

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

// `shape`: IB_SHAPE if the call brings the tile's shape too.
FORCE_INLINE void change_source(uint32_t which, Change change, uint32_t shape = 0) {
    const ib_operand from = input(change.from), to = input(change.to);
    if (!same_formats(from, to) || (shape != 0 && !same_shape(from, to)))
        source_formats(which | shape, change.to, change.to);
}

FORCE_INLINE void change_sources(Change a, Change b, uint32_t shape = 0) {
    change_source(IB_SRC_A, a, shape);
    change_source(IB_SRC_B, b, shape);
}

FORCE_INLINE void source_shapes(uint32_t which, uint32_t cb_a, uint32_t cb_b) {
    if constexpr (kUnpacks) ib_unpack_shape(which, input(cb_a), input(cb_b));
}

template <bool shape>
FORCE_INLINE void new_output(uint32_t cb) {
    pack_configure(cb);
    pack_is(setup::pack::strides(setup::pack::kOfTile));
    if constexpr (shape) pack_is(setup::pack::loop(setup::Loop::tile, output_shape(cb)));
}

FORCE_INLINE void change_output(Change change, bool with_shape) {
    const ib_operand from = output(change.from), to = output(change.to);
    if (!same_formats(from, to) || (with_shape && !same_shape(from, to))) {
        pack_configure(change.to);
        pack_is(setup::pack::strides(setup::pack::kOfTile));
    }
    if (with_shape) pack_is(setup::pack::loop(setup::Loop::tile, output_shape(change.to)));
}

}  // namespace ironbird::compute

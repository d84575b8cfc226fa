// Reductions bit for bit: pools of sixteen rows, through the same sums as matmul.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/fpu/exact_reduce.cpp"
#endif
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>

#include "tile/fpu/dot-inl.h"
#include "tile/fpu/parts.hpp"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

using Row = std::array<std::uint32_t, 16>;

void transpose_face(const std::uint32_t* from, std::uint32_t* to) {
    for (std::uint32_t r = 0; r < 16; r++)
        for (std::uint32_t c = 0; c < 16; c++) to[c * 16 + r] = from[r * 16 + c];
}

// row += the 16 rows at `lanes`, each times its scaler, in one fidelity phase.
template <bool lanes_are_a>
void pool_phase(const std::uint32_t* lanes, const std::uint32_t* scaler, Phase phase,
                const FpuMode& mode, Row& row) {
    FaceParts l, s;
    take_lanes<lanes_are_a>(lanes, phase, l);
    take_pairs<!lanes_are_a>(scaler, 1, phase, s);
    for (std::uint32_t c = 0; c < 16; c += kLanes) {
        Word d = opened(hn::LoadU(Words(), &row[c]), phase), unused = d;
        dot(l, c, s, 0, d, unused, phase, mode.silicon);
        hn::StoreU(closed(d, phase), Words(), &row[c]);
    }
}

void pool(const std::uint32_t* lanes, const std::uint32_t* scaler, const FpuMode& mode, Row& row) {
    for (Phase phase = phase_of(mode); phase.number < phases(mode.fidelity); phase.number++)
        pool_phase<true>(lanes, scaler, phase, mode, row);
}

// One row of faces: the data is SrcB and the scaler SrcA, a matmul with one column. Whole tiles
// take a phase through all faces, smaller ones a face through all phases.
void pool_face_row(const std::uint32_t* faces, const std::uint32_t* scaler, Shape shape,
                   const FpuMode& mode, Row& row) {
    alignas(64) std::array<std::uint32_t, kFaceDatums> transposed;
    const std::uint32_t steps = phases(mode.fidelity) * shape.across;
    for (std::uint32_t step = 0; step < steps; step++) {
        const bool whole = shape.faces() == 4;
        Phase phase = phase_of(mode);
        phase.number = whole ? step / shape.across : step % phases(mode.fidelity);
        const std::uint32_t face = whole ? step % shape.across : step / phases(mode.fidelity);
        transpose_face(faces + face * kFaceDatums, transposed.data());
        pool_phase<false>(transposed.data(), scaler + face * kFaceDatums, phase, mode, row);
    }
}

void reduce_rows(const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d,
                 const FpuMode& mode) {
    for (std::uint32_t down = 0; down < shape.down; down++) {
        const std::uint32_t first = down * shape.across * kFaceDatums;
        Row row;
        for (std::uint32_t r = 0; r < 16; r++) row[r] = d.word[first + r * 16];
        pool_face_row(&a.word[first], &scaler.word[first], shape, mode, row);
        for (std::uint32_t r = 0; r < 16; r++) d.word[first + r * 16] = row[r];
    }
}

void reduce_columns(const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d,
                    const FpuMode& mode) {
    for (std::uint32_t across = 0; across < shape.across; across++) {
        Row row;
        std::copy_n(&d.word[across * kFaceDatums], 16, row.begin());
        for (std::uint32_t down = 0; down < shape.down; down++) {
            const std::uint32_t face = (down * shape.across + across) * kFaceDatums;
            pool(&a.word[face], &scaler.word[face], mode, row);
        }
        std::copy_n(row.begin(), 16, &d.word[across * kFaceDatums]);
    }
}

// All faces into one row, which then goes through Src as a column and is pooled again.
void reduce_to_one(const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d,
                   const FpuMode& mode) {
    DstTile partial;
    SrcTile column;
    partial.word.fill(0);
    Row row = {};
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        pool(&a.word[face * kFaceDatums], &scaler.word[face * kFaceDatums], mode, row);
    for (std::uint32_t r = 0; r < 16; r++) partial.word[r * 16] = row[r];
    moves().dst_to_src(partial, false, column, mode);
    Row last = {d.word[0]};
    pool(column.word.data(), &scaler.word[(shape.faces() - 1) * kFaceDatums], mode, last);
    d.word[0] = last[0];
}

void reduce_sums(ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape, DstTile& d,
                 const FpuMode& mode) {
    const auto run = dim == ReduceDim::row      ? reduce_rows
                     : dim == ReduceDim::column ? reduce_columns
                                                : reduce_to_one;
    run(a, scaler, shape, d, mode);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(reduce_sums);
}

void exact_reduce(Pool pool, ReduceDim dim, const SrcTile& in_a, const SrcTile& in_scaler,
                  Shape shape, DstTile& d, bool fresh, const FpuMode& mode) {
    SrcTile a_words, scaler_words;
    const SrcTile& a = as_words(in_a, a_words);
    const SrcTile& scaler = as_words(in_scaler, scaler_words);
    if (pool == Pool::max || pool == Pool::min)
        return reduce_extreme(pool, dim, a, scaler, shape, d, fresh, mode);
    if (fresh) d.word.fill(0);
    if (mode.integer) return reduce_integers(dim, a, scaler, shape, d, mode);
    HWY_DYNAMIC_DISPATCH(reduce_sums)(dim, a, scaler, shape, d, mode);
}

}  // namespace ironbird::tile
#endif

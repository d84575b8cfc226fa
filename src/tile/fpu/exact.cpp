// The matrix unit bit for bit: products and sums of faces, element-wise operations, reductions.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/fpu/exact.cpp"
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>

#include "tile/fpu/exact-inl.h"
#include "tile/fpu/parts.hpp"
#include "tile/fpu/spread-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

// Sixteen rows of one operand, taken apart. Mantissas of the lanes are doubled, so that half a unit
// can be added before the shift.
struct alignas(64) FaceParts {
    std::array<std::int32_t, kFaceDatums> exponent, sign;
    std::array<std::uint32_t, kFaceDatums> mantissa;
};

template <bool is_a>
void take_apart(const std::uint32_t* words, std::uint32_t rows, const Phase& phase,
                std::int32_t adjust, std::uint32_t factor, FaceParts& out) {
    for (std::uint32_t i = 0; i < rows * 16; i += kLanes) {
        const Parts p = parts_of<is_a>(load(words + i), phase);
        hn::Store(hn::Add(p.exponent, integer(adjust)), Ints(), &out.exponent[i]);
        hn::Store(p.sign, Ints(), &out.sign[i]);
        store(hn::Mul(p.mantissa, word(factor)), &out.mantissa[i]);
    }
}

// Eight products on their largest exponent; each is rounded half up in magnitude.
HWY_INLINE Term group(const FaceParts& lanes, std::uint32_t column, const FaceParts& scalars,
                      std::uint32_t first, std::uint32_t k, Int least) {
    const hn::Repartition<std::uint16_t, Words> d16;
    Int exponent[8];
    Int most = least;
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i < 8; i++) {
        const Int e = hn::Load(Ints(), &lanes.exponent[(k + i) * 16 + column]);
        exponent[i] = hn::Add(e, integer(scalars.exponent[first + k + i]));
        most = hn::Max(most, exponent[i]);
    }
    Int sum = hn::Zero(Ints());
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i < 8; i++) {
        const std::uint32_t lane = (k + i) * 16 + column;
        const Word by = as_word(hn::Min(hn::Sub(most, exponent[i]), integer(14)));
        const Word twice =
            hn::BitCast(Words(), hn::Mul(hn::BitCast(d16, load(&lanes.mantissa[lane])),
                                         hn::BitCast(d16, word(scalars.mantissa[first + k + i]))));
        const Word r = hn::ShiftRight<1>(hn::Shr(hn::Add(twice, hn::Shl(word(1), by)), by));
        const Int s =
            hn::Xor(hn::Load(Ints(), &lanes.sign[lane]), integer(scalars.sign[first + k + i]));
        sum = hn::Add(sum, hn::Sub(hn::Xor(as_int(r), s), s));
    }
    const auto some = hn::Gt(most, hn::Zero(Ints()));
    sum = hn::IfThenElseZero(some, sum);
    return {hn::IfThenElseZero(some, most), hn::ShiftLeft<13>(as_word(hn::Abs(sum))),
            hn::ShiftRight<31>(as_word(sum))};
}

// d + the 16 products of one row of scalars with the lanes.
HWY_INLINE Word dot(const FaceParts& lanes, std::uint32_t column, const FaceParts& scalars,
                    std::uint32_t first, Word d, const Phase& phase, Silicon silicon) {
    const Int least = integer(std::max(phase.exponent(), 0));
    const Term low = group(lanes, column, scalars, first, 0, least);
    const Term high = group(lanes, column, scalars, first, 8, least);
    return accumulated(low, high, d, phase, silicon);
}

Phase phase_of(const FpuMode& mode) {
    return {0, mode.dst == DstKind::fp32, mode.half_precision};
}

// ---- products

void float_face(const FaceProduct& face, const FpuMode& mode) {
    Phase phase = phase_of(mode);
    FaceParts a, b;
    for (; phase.number < phases(mode.fidelity); phase.number++)
        for (std::uint32_t k = 0; k < face.inner; k++) {
            const bool zero = face.fresh && phase.number == 0 && k == 0;
            take_apart<true>(face.a[k], 16, phase, 0, 2, a);
            take_apart<false>(face.b[k], 16, phase, phase.exponent(), 1, b);
            for (std::uint32_t at = 0; at < kFaceDatums; at += kLanes) {
                const Word d = zero ? hn::Zero(Words()) : opened(load(face.d + at), phase);
                const Word r = dot(a, at % 16, b, at / 16 * 16, d, phase, mode.silicon);
                store(closed(r, phase), face.d + at);
            }
        }
}

void integer_face(const FaceProduct& face, const FpuMode& mode) {
    if (face.fresh) std::fill_n(face.d, kFaceDatums, 0u);
    for (std::uint32_t phase = 0; phase < phases(mode.fidelity); phase++)
        for (std::uint32_t k = 0; k < face.inner; k++)
            for (std::uint32_t at = 0; at < kFaceDatums; at += kLanes) {
                Int sum = hn::Zero(Ints());
                for (std::uint32_t i = 0; i < 16; i++) {
                    const Word a = load(face.a[k] + i * 16 + at % 16);
                    const Word b = word(face.b[k][at / 16 * 16 + i]);
                    sum = hn::Add(sum, hn::Mul(integer_part(a, integer_mask_a(phase)),
                                               integer_part(b, integer_mask_b(phase))));
                }
                store(as_word(saturated_sum(as_int(load(face.d + at)), sum)), face.d + at);
            }
}

void product_face(const FaceProduct& face, const FpuMode& mode) {
    mode.integer ? integer_face(face, mode) : float_face(face, mode);
}

void matmul(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape, DstTile& d,
            bool fresh, const FpuMode& mode) {
    for_each_face(b, a, b_shape, a_shape, d, fresh, mode, product_face);
}

// ---- element-wise

HWY_INLINE Word integer_elementwise(Elementwise op, Word a, Word b, Word d, const FpuMode& mode) {
    Int sum = as_int(d);
    if (op == Elementwise::mul) {
        for (std::uint32_t phase = 0; phase < phases(mode.fidelity); phase++)
            sum = saturated_sum(sum, hn::Mul(integer_part(a, integer_mask_a(phase)),
                                             integer_part(b, integer_mask_b(phase))));
        return as_word(sum);
    }
    const Int x = hn::ConvertTo(Ints(), as_float(a)), y = hn::ConvertTo(Ints(), as_float(b));
    return as_word(saturated_sum(sum, op == Elementwise::add ? hn::Add(x, y) : hn::Sub(x, y)));
}

void elementwise(Elementwise op, const SrcTile& a, const SrcTile& b, Broadcast bcast, DstTile& d,
                 bool fresh, bool accumulate, const FpuMode& mode) {
    const bool reads = !fresh && (accumulate || op == Elementwise::mul);
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes) {
        const Word wa = load(&a.word[at]), wb = spread_words(b, bcast, mode.shape, at);
        const Word old = reads ? load(&d.word[at]) : hn::Zero(Words());
        store(mode.integer ? integer_elementwise(op, wa, wb, old, mode)
                           : exact_elementwise(op, wa, wb, old, mode),
              &d.word[at]);
    }
}

// ---- reductions

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
    take_apart<lanes_are_a>(lanes, 16, phase, 0, 2, l);
    take_apart<!lanes_are_a>(scaler, 1, phase, phase.exponent(), 1, s);
    for (std::uint32_t c = 0; c < 16; c += kLanes) {
        const Word d = opened(hn::LoadU(Words(), &row[c]), phase);
        hn::StoreU(closed(dot(l, c, s, 0, d, phase, mode.silicon), phase), Words(), &row[c]);
    }
}

void pool(const std::uint32_t* lanes, const std::uint32_t* scaler, const FpuMode& mode, Row& row) {
    for (Phase phase = phase_of(mode); phase.number < phases(mode.fidelity); phase.number++)
        pool_phase<true>(lanes, scaler, phase, mode, row);
}

// One row of faces: the data is SrcB and the scaler SrcA, a product with one column. Whole tiles
// take a phase through all faces, smaller ones a face through all phases.
void pool_face_row(const std::uint32_t* faces, const std::uint32_t* scaler, Shape shape,
                   const FpuMode& mode, Row& row) {
    alignas(64) std::array<std::uint32_t, kFaceDatums> turned;
    const std::uint32_t steps = phases(mode.fidelity) * shape.across;
    for (std::uint32_t step = 0; step < steps; step++) {
        const bool whole = shape.faces() == 4;
        Phase phase = phase_of(mode);
        phase.number = whole ? step / shape.across : step % phases(mode.fidelity);
        const std::uint32_t face = whole ? step % shape.across : step / phases(mode.fidelity);
        transpose_face(faces + face * kFaceDatums, turned.data());
        pool_phase<false>(turned.data(), scaler + face * kFaceDatums, phase, mode, row);
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

void reduce(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
            DstTile& d, bool fresh, const FpuMode& mode) {
    if (pool == Pool::max || pool == Pool::min)
        return reduce_extreme(pool, dim, a, scaler, shape, d, fresh, mode);
    if (fresh) d.word.fill(0);
    const auto run = dim == ReduceDim::row      ? reduce_rows
                     : dim == ReduceDim::column ? reduce_columns
                                                : reduce_to_one;
    run(a, scaler, shape, d, mode);
}

const FpuFunctions* exact() {
    static const FpuFunctions functions = {
        {matmul, elementwise, reduce, moves().copy, moves().dst_to_src}, product_face};
    return &functions;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {

HWY_EXPORT(exact);
}

const FpuFunctions& exact_functions() {
    return *HWY_DYNAMIC_DISPATCH(exact)();
}

}  // namespace ironbird::tile
#endif

// The matrix unit bit for bit: products and sums of faces, element-wise operations, reductions.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/fpu/exact.cpp"
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "tile/fpu/exact-inl.h"
#include "tile/fpu/parts.hpp"
#include "tile/fpu/spread-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

// Two rows of results are computed together, one in the lower and one in the upper half of each
// word: their operands are 16-bit pairs.
using Halves = hn::Repartition<std::int16_t, Words>;
using Half = hn::Vec<Halves>;

HWY_INLINE Half halves(Word w) {
    return hn::BitCast(Halves(), w);
}
HWY_INLINE Word paired(Word low, Word high) {
    return hn::Or(hn::And(low, word(0xffff)), hn::ShiftLeft<16>(high));
}

// Sixteen rows taken apart. `lanes`: each datum in both halves of its word. `pairs`: the data of
// rows 2n and 2n + 1 together, to be spread over all lanes.
struct alignas(64) FaceParts {
    std::array<std::uint32_t, kFaceDatums> exponent, mantissa;
};

HWY_INLINE Word signed_mantissa(const Parts& p) {
    return as_word(with_sign(p.mantissa, p.sign));
}

// Mantissas of the lanes are times eight: what the rounding multiplication expects.
template <bool is_a>
void take_lanes(const std::uint32_t* words, const Phase& phase, FaceParts& out) {
    for (std::uint32_t i = 0; i < kFaceDatums; i += kLanes) {
        const Parts p = parts_of<is_a>(load(words + i), phase);
        const Word m = hn::ShiftLeft<3>(signed_mantissa(p));
        const Word e = as_word(p.exponent);
        store(paired(e, e), &out.exponent[i]);
        store(paired(m, m), &out.mantissa[i]);
    }
}

// `rows`: how many of the sixteen there are; a last one without partner is its own.
template <bool is_a>
void take_pairs(const std::uint32_t* words, std::uint32_t rows, const Phase& phase,
                FaceParts& out) {
    const Int adjust = integer(phase.exponent());
    for (std::uint32_t r = 0; r < rows; r += 2)
        for (std::uint32_t c = 0; c < 16; c += kLanes) {
            const std::uint32_t* second = words + (r + 1 < rows ? r + 1 : r) * 16 + c;
            const Parts low = parts_of<is_a>(load(words + r * 16 + c), phase);
            const Parts high = parts_of<is_a>(load(second), phase);
            store(paired(as_word(hn::Add(low.exponent, adjust)),
                         as_word(hn::Add(high.exponent, adjust))),
                  &out.exponent[r * 8 + c]);
            store(paired(signed_mantissa(low), signed_mantissa(high)), &out.mantissa[r * 8 + c]);
        }
}

// 2^t as the second factor of a rounding multiplication; nothing for a negative t.
HWY_INLINE Half power_of_two(Half t) {
    const hn::RebindToUnsigned<Halves> du;
    const auto one = hn::Set(du, 1);
#if HWY_TARGET <= HWY_AVX3
    return hn::BitCast(Halves(), hn::Shl(one, hn::BitCast(du, t)));  // a large count leaves zero
#else
    const auto count = hn::Min(hn::BitCast(du, t), hn::Set(du, 15));
    return hn::BitCast(Halves(), hn::And(hn::Shl(one, count), hn::Set(du, 0x7fff)));
#endif
}

// Eight products on their largest exponent, each rounded half up in magnitude: the multiplication
// by 2^(12 - distance) rounds halves up, and negative products are one lower to round them away.
struct GroupPair {
    Half exponent, sum;
};
HWY_INLINE GroupPair group(const FaceParts& lanes, std::uint32_t column, const FaceParts& pairs,
                           std::uint32_t first, Half least) {
    const Halves d;
    Half exponent[8];
    Half most = least;
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i < 8; i++) {
        exponent[i] = hn::Add(halves(load(&lanes.exponent[i * 16 + column])),
                              halves(word(pairs.exponent[first + i])));
        most = hn::Max(most, exponent[i]);
    }
    const Half base = hn::Sub(most, hn::Set(d, 12));
    Half sum = hn::Zero(d);
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i < 8; i++) {
        Half p = hn::Mul(halves(load(&lanes.mantissa[i * 16 + column])),
                         halves(word(pairs.mantissa[first + i])));
        p = hn::Add(p, hn::ShiftRight<15>(p));
        sum = hn::Add(sum, hn::MulFixedPoint15(p, power_of_two(hn::Sub(exponent[i], base))));
    }
    return {most, sum};
}

template <bool upper>
HWY_INLINE Int widened(Half h) {
    const Int w = hn::BitCast(Ints(), h);
    return hn::ShiftRight<16>(upper ? w : hn::ShiftLeft<16>(w));
}

template <bool upper>
HWY_INLINE Term term_of(const GroupPair& g) {
    const Int most = widened<upper>(g.exponent);
    const auto some = hn::Gt(most, hn::Zero(Ints()));
    const Int sum = hn::IfThenElseZero(some, widened<upper>(g.sum));
    return {hn::IfThenElseZero(some, most), hn::ShiftLeft<13>(as_word(hn::Abs(sum))),
            hn::ShiftRight<31>(sum)};
}

// The sixteen products of each of two rows on top of `low` and `high`; `first`: their pairs.
HWY_INLINE void dot(const FaceParts& lanes, std::uint32_t column, const FaceParts& pairs,
                    std::uint32_t first, Word& low, Word& high, const Phase& phase,
                    Silicon silicon) {
    const Half least = hn::Set(Halves(), static_cast<std::int16_t>(std::max(phase.exponent(), 0)));
    const GroupPair g0 = group(lanes, column, pairs, first, least);
    const GroupPair g1 = group(lanes, column + 128, pairs, first + 8, least);
    low = accumulated(term_of<false>(g0), term_of<false>(g1), low, phase, silicon);
    high = accumulated(term_of<true>(g0), term_of<true>(g1), high, phase, silicon);
}

Phase phase_of(const FpuMode& mode) {
    return {0, mode.dst == DstKind::fp32, mode.half_precision};
}

// ---- products

// Width and family are known when this is compiled: the innermost code has no branches.
template <bool wide, bool half>
void float_face(const FaceProduct& face, const FpuMode& mode) {
    Phase phase = {0, wide, half};
    FaceParts a, b;
    for (; phase.number < phases(mode.fidelity); phase.number++)
        for (std::uint32_t k = 0; k < face.inner; k++) {
            const bool zero = face.fresh && phase.number == 0 && k == 0;
            take_lanes<true>(face.a[k], phase, a);
            take_pairs<false>(face.b[k], 16, phase, b);
            for (std::uint32_t r = 0; r < 16; r += 2)
                for (std::uint32_t c = 0; c < 16; c += kLanes) {
                    std::uint32_t* d = face.d + r * 16 + c;
                    Word low = zero ? hn::Zero(Words()) : opened(load(d), phase);
                    Word high = zero ? hn::Zero(Words()) : opened(load(d + 16), phase);
                    dot(a, c, b, r * 8, low, high, phase, mode.silicon);
                    store(closed(low, phase), d);
                    store(closed(high, phase), d + 16);
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
    constexpr FaceFunction kFloat[2][2] = {{float_face<false, false>, float_face<false, true>},
                                           {float_face<true, false>, float_face<true, true>}};
    const FaceFunction run =
        mode.integer ? integer_face : kFloat[mode.dst == DstKind::fp32][mode.half_precision];
    run(face, mode);
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

// 8-bit integers: sixteen products at a time on top of a 32-bit sum.
std::int32_t integer_dot(const std::uint32_t* data, std::uint32_t stride,
                         const std::uint32_t* scaler, bool data_is_a, const FpuMode& mode,
                         std::int32_t sum) {
    const auto part = [](std::uint32_t w, std::uint32_t mask) {
        const auto v = static_cast<std::int32_t>(std::bit_cast<float>(w));
        const auto m = static_cast<std::int32_t>(static_cast<std::uint32_t>(std::abs(v)) & mask);
        return v < 0 ? -m : m;
    };
    for (std::uint32_t phase = 0; phase < phases(mode.fidelity); phase++) {
        std::int64_t total = sum;
        for (std::uint32_t k = 0; k < 16; k++) {
            const std::uint32_t a = data_is_a ? data[k * stride] : scaler[k];
            const std::uint32_t b = data_is_a ? scaler[k] : data[k * stride];
            total += part(a, integer_mask_a(phase)) * part(b, integer_mask_b(phase));
        }
        constexpr std::int64_t kMost = 0x7fffffff;
        sum = static_cast<std::int32_t>(std::clamp(total, -kMost, kMost));
    }
    return sum;
}

void reduce_integers(ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                     DstTile& d, const FpuMode& mode) {
    const bool rows = dim == ReduceDim::row;
    std::array<std::int32_t, 16> partial = {};
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        for (std::uint32_t i = 0; i < 16; i++) {
            const std::uint32_t* data = &a.word[face * kFaceDatums + (rows ? i * 16 : i)];
            const std::uint32_t* factors = &scaler.word[face * kFaceDatums];
            std::uint32_t& word =
                d.word[rows ? face / shape.across * shape.across * kFaceDatums + i * 16
                            : face % shape.across * kFaceDatums + i];
            std::int32_t sum =
                dim == ReduceDim::scalar ? partial[i] : static_cast<std::int32_t>(word);
            sum = integer_dot(data, rows ? 1 : 16, factors, !rows, mode, sum);
            if (dim == ReduceDim::scalar)
                partial[i] = sum;
            else
                word = static_cast<std::uint32_t>(sum);
        }
    if (dim != ReduceDim::scalar) return;
    std::array<std::uint32_t, 16> column;  // as 8-bit integers again
    for (std::uint32_t i = 0; i < 16; i++)
        column[i] =
            std::bit_cast<std::uint32_t>(static_cast<float>(std::clamp(partial[i], -127, 127)));
    const std::uint32_t* last = &scaler.word[(shape.faces() - 1) * kFaceDatums];
    d.word[0] = static_cast<std::uint32_t>(
        integer_dot(column.data(), 1, last, true, mode, static_cast<std::int32_t>(d.word[0])));
}

void reduce(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
            DstTile& d, bool fresh, const FpuMode& mode) {
    if (pool == Pool::max || pool == Pool::min)
        return reduce_extreme(pool, dim, a, scaler, shape, d, fresh, mode);
    if (fresh) d.word.fill(0);
    if (mode.integer) return reduce_integers(dim, a, scaler, shape, d, mode);
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

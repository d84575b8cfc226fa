// Reductions to a maximum or minimum: comparisons of bit patterns, the same in both modes.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/fpu/extreme.cpp"
#endif
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "tile/fpu/parts.hpp"
#include "tile/simd/words-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

using Sixteen = std::array<std::int32_t, 16>;

// The unit compares signed numbers: ten bits of mantissa below a sum of exponents, the datum's and
// its scaler's, of nine bits. What a scaler without exponent leaves is less than anything else.
constexpr std::int32_t kLeast = -0x7ffff;

HWY_INLINE Int constant(std::int32_t value) {
    return hn::Set(Ints(), value);
}

// How each family of numbers becomes such a key from Src, with the scaler's word beside it, and
// from Dst, and what Dst gets of it. A word of Dst is the exponent of one on top of its own.
template <std::uint32_t rebias, std::uint32_t bias, std::uint32_t exponents>
struct Floats10 {
    // Src holds floats of equal value, with eight bits of exponent.
    static HWY_INLINE Int key(Word w, Word scaler) {
        const Word own = hn::And(hn::ShiftRight<13>(w), word(0x3ffffu));
        const Word by = hn::And(hn::ShiftRight<13>(scaler), word(0x3fc00u));
        const Word sum = hn::Sub(hn::Add(own, by), word(2 * (rebias << 10)));
        const Int magnitude =
            hn::BitCast(Ints(), hn::IfThenZeroElse(hn::Lt(own, word(0x400)), sum));
        const Int negative = hn::ShiftRight<31>(hn::BitCast(Ints(), w));
        const Int value = hn::Sub(hn::Xor(magnitude, negative), negative);
        const auto unscaled = hn::Eq(by, hn::Zero(Words()));
        return hn::IfThenElse(hn::RebindMask(Ints(), unscaled), constant(kLeast), value);
    }
    static std::int32_t of_number(std::uint32_t negative, std::uint32_t magnitude) {
        const auto m = static_cast<std::int32_t>(magnitude);
        return negative != 0 ? -m : m;
    }
    // Sign, exponent and mantissa with the exponent's sum taken back to eight or five bits, which
    // may wrap; nothing but zero has no exponent at all.
    static std::uint32_t number(std::int32_t key) {
        const std::uint32_t magnitude = static_cast<std::uint32_t>(key < 0 ? -key : key);
        if (magnitude >> 10 == 0) return 0;
        const std::uint32_t e = ((magnitude >> 10) - bias) & exponents;
        return (key < 0 ? kSign : 0) | e << 23 | (magnitude & 0x3ff) << 13;
    }
};

struct Eight : Floats10<0, 127, 255> {
    static std::int32_t of_dst(std::uint32_t w) {
        return of_number(w >> 31, (w >> 13 & 0x3ffff) + (127 << 10));
    }
    template <DstKind dst>
    static std::uint32_t to_dst(std::int32_t key) {
        return number(key) & (dst == DstKind::fp32 ? ~0u : 0xffff0000u);
    }
    static std::uint32_t to_src(std::int32_t key) {
        const std::uint32_t w = number(key);
        return (w & kExponent) == 0 ? 0 : w;
    }
};
struct Five : Floats10<112, 15, 31> {
    static std::int32_t of_dst(std::uint32_t w) {
        return of_number(w >> 31, (w >> 16 & 0x7fff) + (15 << 10));
    }
    template <DstKind>
    static std::uint32_t to_dst(std::int32_t key) {
        const std::uint32_t w = number(key);
        return (w & kSign) | (w & 0x7fffffffu) << 3;
    }
    static std::uint32_t to_src(std::int32_t key) {
        const std::uint32_t w = number(key);
        return (w & kExponent) == 0 ? 0 : w + (112u << 23);
    }
};
// 8-bit integers: a scaler is nothing or one. Dst is read with 19 bits and written with 13.
struct Whole {
    static HWY_INLINE Int key(Word w, Word scaler) {
        const auto unscaled = hn::Eq(scaler, hn::Zero(Words()));
        const Int value = hn::ConvertTo(hn::RebindToSigned<Words>(), as_float(w));
        return hn::IfThenElse(hn::RebindMask(Ints(), unscaled), constant(kLeast), value);
    }
    static std::int32_t of_dst(std::uint32_t w) {
        const auto magnitude = static_cast<std::int32_t>(w & 0x7ffff);
        return (w >> 31) != 0 ? -magnitude : magnitude;
    }
    template <DstKind>
    static std::uint32_t to_dst(std::int32_t key) {
        return (key < 0 ? kSign : 0) | (static_cast<std::uint32_t>(key < 0 ? -key : key) & 0x1fff);
    }
};

// The same in a 16-bit Dst, which holds them in its upper half.
struct Whole16 : Whole {
    static std::int32_t of_dst(std::uint32_t w) { return static_cast<std::int32_t>(w) >> 16; }
    template <DstKind>
    static std::uint32_t to_dst(std::int32_t key) {
        return static_cast<std::uint32_t>(key) << 16;
    }
};

// Results along rows reach their column by an addition to zero: infinity is all that exponent 255
// can be afterwards.
constexpr std::uint32_t added(std::uint32_t w, DstKind dst) {
    const bool top = dst == DstKind::fp32 && (w & kExponent) == kExponent;
    return top ? w & (kSign | kExponent) : w;
}

template <class Number, DstKind dst>
struct Reduction {
    const SrcTile& a;
    const SrcTile& scaler;
    Shape shape;
    DstTile& d;
    bool fresh;
    std::int32_t sign;  // -1 for minima: the largest of the negated

    // A cleared Dst reads as all ones.
    std::int32_t before(std::uint32_t at) const {
        return fresh ? nothing() : sign * Number::of_dst(d.word[at]);
    }
    static std::int32_t nothing() {
        if (std::is_base_of_v<Whole, Number>) return kLeast;
        return Number::of_dst(dst == DstKind::fp32 ? 0xffffe000u : 0xffff0000u);
    }
    std::uint32_t after(std::int32_t best) const {
        return Number::template to_dst<dst>(sign * best);
    }
    HWY_INLINE Int key(const std::uint32_t* data, Word by) const {
        return hn::Mul(Number::key(load(data), by), constant(sign));
    }

    void columns(std::uint32_t face, Sixteen& best) const {
        const std::uint32_t* factors = &scaler.word[face * kFaceDatums];
        for (std::uint32_t c = 0; c < 16; c += kLanes) {
            Int most = hn::LoadU(Ints(), &best[c]);
            for (std::uint32_t r = 0; r < 16; r++)
                most =
                    hn::Max(most, key(&a.word[face * kFaceDatums + r * 16 + c], word(factors[r])));
            hn::StoreU(most, Ints(), &best[c]);
        }
    }
    std::int32_t row(const std::uint32_t* data, const std::uint32_t* factors,
                     std::int32_t best) const {
        Int most = hn::Set(Ints(), best);
        for (std::uint32_t c = 0; c < 16; c += kLanes)
            most = hn::Max(most, key(data + c, load(factors + c)));
        return hn::GetLane(hn::MaxOfLanes(Ints(), most));
    }

    void to_column() const {
        for (std::uint32_t first = 0; first < shape.faces(); first += shape.across)
            for (std::uint32_t r = 0; r < 16; r++) {
                const std::uint32_t at = first * kFaceDatums + r * 16;
                std::int32_t best = before(at);
                for (std::uint32_t f = first; f < first + shape.across; f++)
                    best =
                        row(&a.word[f * kFaceDatums + r * 16], &scaler.word[f * kFaceDatums], best);
                d.word[at] = added(after(best), dst);
            }
    }
    void to_row() const {
        for (std::uint32_t across = 0; across < shape.across; across++) {
            Sixteen best;
            for (std::uint32_t c = 0; c < 16; c++) best[c] = before(across * kFaceDatums + c);
            for (std::uint32_t f = across; f < shape.faces(); f += shape.across) columns(f, best);
            for (std::uint32_t c = 0; c < 16; c++)
                d.word[across * kFaceDatums + c] = after(best[c]);
        }
    }
    // All faces into one row, which is then reduced, and scaled, once more.
    void to_one() const {
        Sixteen best;
        best.fill(nothing());
        for (std::uint32_t f = 0; f < shape.faces(); f++) columns(f, best);
        alignas(64) std::array<std::uint32_t, 16> partial;
        for (std::uint32_t c = 0; c < 16; c++) partial[c] = Number::to_src(sign * best[c]);
        d.word[0] =
            after(row(partial.data(), &scaler.word[(shape.faces() - 1) * kFaceDatums], before(0)));
    }
    void run(ReduceDim dim) const {
        if (dim == ReduceDim::row) to_column();
        if (dim == ReduceDim::column) to_row();
        if constexpr (!std::is_base_of_v<Whole, Number>)
            if (dim == ReduceDim::scalar) to_one();
    }
};

template <class Number, DstKind dst>
void reduce_as(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
               DstTile& d, bool fresh) {
    const std::int32_t sign = pool == Pool::min ? -1 : 1;
    Reduction<Number, dst>{a, scaler, shape, d, fresh, sign}.run(dim);
}

void reduce_to_extreme(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler,
                       Shape shape, DstTile& d, bool fresh, const FpuMode& mode) {
    if (fresh) d.word.fill(0);
    const bool wide = mode.dst == DstKind::int32 || mode.dst == DstKind::fp32;
    const auto run = mode.integer && wide        ? reduce_as<Whole, DstKind::int32>
                     : mode.integer              ? reduce_as<Whole16, DstKind::raw16>
                     : mode.dst == DstKind::fp16 ? reduce_as<Five, DstKind::fp16>
                     : mode.dst == DstKind::fp32 ? reduce_as<Eight, DstKind::fp32>
                                                 : reduce_as<Eight, DstKind::bf16>;
    run(pool, dim, a, scaler, shape, d, fresh);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(reduce_to_extreme);
}
void reduce_extreme(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                    DstTile& d, bool fresh, const FpuMode& mode) {
    HWY_DYNAMIC_DISPATCH(reduce_to_extreme)(pool, dim, a, scaler, shape, d, fresh, mode);
}
}  // namespace ironbird::tile
#endif

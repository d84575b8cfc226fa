// Reductions to a maximum or minimum: comparisons of bit patterns, the same in both modes.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tile/fpu/extreme.cpp"
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include <algorithm>
#include <array>

#include "tile/fpu/parts.hpp"
#include "tile/simd/words-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

using Sixteen = std::array<std::int32_t, 16>;

// Bit patterns as numbers in the order of sign, exponent and mantissa, and back.
HWY_INLINE Int ordered(Word w) {
    const Int i = hn::BitCast(Ints(), w);
    return hn::Xor(i, hn::And(hn::ShiftRight<31>(i), hn::Set(Ints(), 0x7fffffff)));
}
constexpr std::int32_t ordered(std::uint32_t w) {
    return static_cast<std::int32_t>((w >> 31) != 0 ? w ^ 0x7fffffffu : w);
}
constexpr std::uint32_t pattern(std::int32_t i) {
    return static_cast<std::uint32_t>(i < 0 ? i ^ 0x7fffffff : i);
}

// The scaler's exponent moves that of the datum; its mantissa counts for nothing.
HWY_INLINE Word scaled(Word w, Word scaler) {
    const Word from = hn::ShiftRight<23>(hn::And(w, word(kExponent)));
    const Word by = hn::ShiftRight<23>(hn::And(scaler, word(kExponent)));
    const Word sum = hn::Add(from, by);
    const auto none = hn::Or(hn::Eq(by, hn::Zero(Words())),
                             hn::Or(hn::Eq(from, hn::Zero(Words())), hn::Lt(sum, word(128))));
    const Word moved = hn::Add(w, hn::ShiftLeft<23>(hn::Sub(by, word(127))));
    const Word infinity = hn::Or(hn::And(w, word(kSign)), word(kExponent));
    const auto large = hn::And(hn::Gt(sum, word(381)), hn::Ne(by, word(127)));
    return hn::IfThenZeroElse(none, hn::IfThenElse(large, infinity, moved));
}

struct Extreme {
    std::uint32_t flip;  // the sign bit for minima: the largest of the negated

    HWY_INLINE Int key(Word w, Word scaler) const {
        return ordered(hn::Xor(scaled(w, scaler), word(flip)));
    }

    void columns(const std::uint32_t* data, const std::uint32_t* scaler, Sixteen& best) const {
        for (std::uint32_t c = 0; c < 16; c += kLanes) {
            Int most = hn::LoadU(Ints(), &best[c]);
            for (std::uint32_t r = 0; r < 16; r++)
                most = hn::Max(most, key(load(data + r * 16 + c), word(scaler[r])));
            hn::StoreU(most, Ints(), &best[c]);
        }
    }
    void rows(const std::uint32_t* data, const std::uint32_t* scaler, Sixteen& best) const {
        for (std::uint32_t r = 0; r < 16; r++) {
            Int most = hn::Set(Ints(), best[r]);
            for (std::uint32_t c = 0; c < 16; c += kLanes)
                most = hn::Max(most, key(load(data + r * 16 + c), load(scaler + c)));
            best[r] = hn::GetLane(hn::MaxOfLanes(Ints(), most));
        }
    }
};

// Results along rows reach their column by an addition to zero: infinity is all that exponent 255
// can be afterwards.
constexpr std::uint32_t added(std::uint32_t w) {
    return (w & kExponent) == kExponent ? w & (kSign | kExponent) : w;
}

struct Reduction {
    const SrcTile& a;
    const SrcTile& scaler;
    Shape shape;
    SrcTile& d;  // Dst as floats in the precision of Src
    bool fresh;
    std::uint32_t nothing;  // what a cleared Dst counts as: below everything
    Extreme extreme;

    std::int32_t before(std::uint32_t at) const {
        return ordered(fresh ? nothing : d.word[at] ^ extreme.flip);
    }
    std::uint32_t after(std::int32_t best) const { return pattern(best) ^ extreme.flip; }

    void to_column() const {
        for (std::uint32_t first = 0; first < shape.faces(); first += shape.across) {
            Sixteen best;
            for (std::uint32_t r = 0; r < 16; r++) best[r] = before(first * kFaceDatums + r * 16);
            for (std::uint32_t f = first; f < first + shape.across; f++)
                extreme.rows(&a.word[f * kFaceDatums], &scaler.word[f * kFaceDatums], best);
            for (std::uint32_t r = 0; r < 16; r++)
                d.word[first * kFaceDatums + r * 16] = added(after(best[r]));
        }
    }
    void to_row() const {
        for (std::uint32_t across = 0; across < shape.across; across++) {
            Sixteen best;
            for (std::uint32_t c = 0; c < 16; c++) best[c] = before(across * kFaceDatums + c);
            for (std::uint32_t f = across; f < shape.faces(); f += shape.across)
                extreme.columns(&a.word[f * kFaceDatums], &scaler.word[f * kFaceDatums], best);
            for (std::uint32_t c = 0; c < 16; c++)
                d.word[across * kFaceDatums + c] = after(best[c]);
        }
    }
    // All faces into one row, which is then reduced, and scaled, once more.
    void to_one() const {
        Sixteen best;
        best.fill(ordered(nothing));
        for (std::uint32_t f = 0; f < shape.faces(); f++)
            extreme.columns(&a.word[f * kFaceDatums], &scaler.word[f * kFaceDatums], best);
        alignas(64) std::array<std::uint32_t, kFaceDatums> row = {};
        for (std::uint32_t c = 0; c < 16; c++) row[c] = after(best[c]);
        Sixteen last;
        last.fill(before(0));
        extreme.rows(row.data(), &scaler.word[(shape.faces() - 1) * kFaceDatums], last);
        d.word[0] = after(last[0]);
    }
};

// Dst passes through the precision of Src, as the chip's maximum sees no more of it.
void reduce(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
            DstTile& d, bool fresh, const FpuMode& mode) {
    SrcTile old;
    FpuMode precise = mode;
    precise.tf32 = true;
    moves().dst_to_src(d, fresh, old, precise);
    const std::uint32_t nothing = mode.half_precision         ? 0xc7ffe000u
                                  : mode.dst == DstKind::bf16 ? 0xffff0000u
                                                              : 0xffffe000u;
    const Reduction r = {a, scaler, shape, old, fresh, nothing, {pool == Pool::min ? kSign : 0u}};
    if (dim == ReduceDim::row) r.to_column();
    if (dim == ReduceDim::column) r.to_row();
    if (dim == ReduceDim::scalar) r.to_one();
    moves().copy(old, Broadcast::none, d, mode);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(reduce);
}
void reduce_extreme(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                    DstTile& d, bool fresh, const FpuMode& mode) {
    HWY_DYNAMIC_DISPATCH(reduce)(pool, dim, a, scaler, shape, d, fresh, mode);
}
}  // namespace ironbird::tile
#endif

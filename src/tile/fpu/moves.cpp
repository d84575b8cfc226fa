// Moves between Src and Dst, the same in both arithmetic modes.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/fpu/moves.cpp"
#endif
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set

#include "tile/fpu/broadcast-inl.h"
#include "tile/fpu/parts.hpp"
#include "tile/simd/dst-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

// How one word of Src arrives in Dst. Into FP32 the chip adds to zero instead of moving, which
// leaves nothing of a NaN but the infinity.
struct ToCut {
    static HWY_INLINE Word put(Word w) { return DstBf16::cut(w); }
};
struct ToFp16 {
    static HWY_INLINE Word put(Word w) { return DstFp16::cut(w); }
};
struct ToFp32 {
    static HWY_INLINE Word put(Word w) {
        const auto large = hn::Eq(hn::And(w, word(kExponent)), word(kExponent));
        return hn::IfThenElse(large, hn::And(w, word(kSign | kExponent)), w);
    }
};
struct ToInt {
    static HWY_INLINE Word put(Word w) { return to_magnitude(hn::ConvertTo(Ints(), as_float(w))); }
};
struct ToLow {
    static HWY_INLINE Word put(Word w) { return hn::ShiftRight<16>(w); }
};
struct ToInt16 {
    static HWY_INLINE Word put(Word w) {
        return hn::ShiftLeft<16>(hn::BitCast(Words(), hn::ConvertTo(Ints(), as_float(w))));
    }
};

template <class To>
void copy_words(const SrcTile& s, Broadcast bcast, DstTile& d, const FpuMode& mode) {
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes)
        store(To::put(broadcast_words(s, bcast, mode.shape, at)), &d.word[at]);
}

// BF16 as it lay in L1, unpacked on the way.
template <class To, bool keep>
void copy_bf16(const SrcTile& s, DstTile& d) {
    const hn::Rebind<std::uint16_t, Words> d16;
    const auto* from = reinterpret_cast<const std::uint16_t*>(s.pairs());
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes) {
        const Word w = hn::ShiftLeft<16>(hn::PromoteTo(Words(), hn::LoadU(d16, from + at)));
        store(To::put(keep ? w : flushed(w)), &d.word[at]);
    }
}

// Words that lie as bits, into a 16-bit Dst of their own format.
template <bool keep>
void copy_bits(const SrcTile& s, DstTile& d) {
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes) {
        const Word w = load(&s.word[at]);
        store(keep ? w : flushed(w), &d.word[at]);
    }
}
template <bool keep>
void copy_half_bits(const SrcTile& s, DstTile& d) {
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes) {
        const Word w = load(&s.word[at]), sign = hn::And(w, word(kSign));
        const Word magnitude = hn::AndNot(word(kSign), w);
        const Word half = hn::Or(sign, hn::ShiftLeft<3>(hn::Sub(magnitude, word(kRebias))));
        // Rows that a smaller tile lacks hold no exponent at all.
        const auto none = hn::Lt(magnitude, word(keep ? kRebias : kRebias + (1u << 23)));
        store(hn::IfThenZeroElse(none, half), &d.word[at]);
    }
}

// What copies words of Src into the kind of Dst.
auto words_copier(const FpuMode& mode) {
    const bool wide = is_wide(mode.dst);
    if (mode.raw16 || mode.dst == DstKind::raw16)
        return wide ? copy_words<ToLow> : mode.integer ? copy_words<ToInt16> : copy_words<ToCut>;
    if (mode.integer && wide) return copy_words<ToInt>;
    if (mode.dst == DstKind::fp16) return copy_words<ToFp16>;
    return wide ? copy_words<ToFp32> : copy_words<ToCut>;
}

void copy(const SrcTile& s, Broadcast bcast, DstTile& d, const FpuMode& mode) {
    SrcTile words;
    if (s.layout == SrcLayout::pairs_in0 && bcast == Broadcast::none && !mode.raw16) {
        if (mode.dst == DstKind::bf16)
            return (mode.keeps_denormals ? copy_bf16<ToCut, true> : copy_bf16<ToCut, false>)(s, d);
        if (mode.dst == DstKind::fp32) return copy_bf16<ToFp32, false>(s, d);
    }
    const bool keep = mode.keeps_denormals;
    if (s.layout == SrcLayout::bits && mode.dst == DstKind::bf16 && bcast == Broadcast::none)
        return (keep ? copy_bits<true> : copy_bits<false>)(s, d);
    if (s.layout == SrcLayout::half_bits && mode.dst == DstKind::fp16 && bcast == Broadcast::none)
        return (keep ? copy_half_bits<true> : copy_half_bits<false>)(s, d);
    words_copier(mode)(as_words(s, words), bcast, d, mode);
}

struct FromFp16 {
    static HWY_INLINE Word put(Word w, Word) { return as_word(DstFp16::get(w)); }
};
struct FromInt {
    static HWY_INLINE Word put(Word w, Word) {
        return as_word(hn::ConvertTo(Floats(), from_magnitude(w)));
    }
};
struct FromFloat {
    static HWY_INLINE Word put(Word w, Word kept) { return flushed(hn::And(w, kept)); }
};
struct FromRaw {
    static HWY_INLINE Word put(Word w, Word kept) { return hn::And(w, kept); }
};
struct FromLow {
    static HWY_INLINE Word put(Word w, Word) { return hn::ShiftLeft<16>(w); }
};

template <class From>
void read_words(const DstTile& d, SrcTile& s, std::uint32_t kept) {
    for (std::uint32_t at = 0; at < kTileDatums; at += kLanes)
        store(From::put(load(&d.word[at]), word(kept)), &s.word[at]);
}

void dst_to_src(const DstTile& d, bool fresh, SrcTile& s, const FpuMode& mode) {
    const bool fine = mode.dst == DstKind::fp16 || (mode.dst == DstKind::fp32 && mode.tf32);
    s.fine = fine;
    s.layout = SrcLayout::words;
    if (fresh) return s.word.fill(0);
    const auto run = mode.dst == DstKind::fp16                  ? read_words<FromFp16>
                     : mode.dst == DstKind::raw16               ? read_words<FromRaw>
                     : mode.dst == DstKind::int32 && mode.raw16 ? read_words<FromLow>
                     : mode.dst == DstKind::int32               ? read_words<FromInt>
                                                                : read_words<FromFloat>;
    run(d, s, fine ? 0xffffe000u : 0xffff0000u);
}

const Moves* table() {
    static constexpr Moves kMoves = {copy, dst_to_src};
    return &kMoves;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {
HWY_EXPORT(table);
}
const Moves& moves() {
    return *HWY_DYNAMIC_DISPATCH(table)();
}
}  // namespace ironbird::tile
#endif

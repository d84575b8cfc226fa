// What Dst words of each kind mean as floats, and how a float is stored as one.
// Compiled once per instruction set.
#if defined(IRONBIRD_TILE_DST_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_DST_INL_H
#undef IRONBIRD_TILE_DST_INL_H
#else
#define IRONBIRD_TILE_DST_INL_H
#endif

#include "tile/simd/words-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {

// Stores round half away from zero and flush denormals and -0 to +0. Anything too large has the
// bits of an infinity before it is stored, and the caller looks for that.

struct DstBf16 {
    static constexpr DstKind kKind = DstKind::bf16;
    static HWY_INLINE Float get(Word w) { return as_float(w); }
    static HWY_INLINE Word put(Float f) {
        return flushed(hn::And(hn::Add(as_word(f), word(0x8000u)), word(0xffff0000u)));
    }
    static HWY_INLINE Word cut(Word w) { return hn::And(w, word(0xffff0000u)); }
};

struct DstFp16 {
    static constexpr DstKind kKind = DstKind::fp16;
    static HWY_INLINE Float get(Word w) { return as_float(widened_fp16(w)); }
    static HWY_INLINE Word put(Float f) { return narrowed_fp16(as_word(f), 0x1000u); }
    static HWY_INLINE Word cut(Word w) { return narrowed_fp16(w, 0); }
};

struct DstFp32 {
    static constexpr DstKind kKind = DstKind::fp32;
    static HWY_INLINE Float get(Word w) { return as_float(w); }
    static HWY_INLINE Word put(Float f) { return flushed(as_word(f)); }
    static HWY_INLINE Word cut(Word w) { return w; }
};

// Neither NaN nor infinity.
HWY_INLINE bool all_finite(Word folded) {
    return hn::AllTrue(Words(), hn::Lt(folded, word(kExponent)));
}

}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#endif

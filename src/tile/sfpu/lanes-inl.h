// Lanes of the vector unit as SIMD vectors: how words are read from Dst, mapped and stored.
#include <hwy/highway.h>

#include "tile/sfpu/rows.hpp"

#if defined(IRONBIRD_TILE_SFPU_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_SFPU_LANES_INL_H_
#undef IRONBIRD_TILE_SFPU_LANES_INL_H_
#else
#define IRONBIRD_TILE_SFPU_LANES_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile::sfpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using DF = hn::ScalableTag<float>;
using DU = hn::ScalableTag<std::uint32_t>;
using DI = hn::ScalableTag<std::int32_t>;
using VF = hn::Vec<DF>;
using VU = hn::Vec<DU>;
using VI = hn::Vec<DI>;
using MF = hn::Mask<DF>;
inline constexpr std::uint32_t kWidth = HWY_LANES(float);

HWY_INLINE VF k(float value) {
    return hn::Set(DF(), value);
}
HWY_INLINE VU ku(std::uint32_t value) {
    return hn::Set(DU(), value);
}
HWY_INLINE VI ki(std::int32_t value) {
    return hn::Set(DI(), value);
}
HWY_INLINE VF nan() {
    return k(std::numeric_limits<float>::quiet_NaN());
}
HWY_INLINE VF inf() {
    return k(std::numeric_limits<float>::infinity());
}
HWY_INLINE VU as_bits(VF x) {
    return hn::BitCast(DU(), x);
}
HWY_INLINE VF as_float(VU x) {
    return hn::BitCast(DF(), x);
}
HWY_INLINE VF operator-(VF x) {
    return hn::Neg(x);
}
HWY_INLINE VI operator-(VI x) {
    return hn::Neg(x);
}
HWY_INLINE VF copy_sign(VF magnitude, VF sign) {
    return hn::CopySign(magnitude, sign);
}
HWY_INLINE VF select(MF mask, VF yes, VF no) {
    return hn::IfThenElse(mask, yes, no);
}
HWY_INLINE VF flag(MF mask) {
    return hn::IfThenElseZero(mask, k(1.0f));
}

// The unit takes numbers with a zero exponent for zero and makes none.
HWY_INLINE VF flush(VF x) {
    const VF magnitude = hn::Abs(x);
    return hn::IfThenElse(magnitude < k(std::numeric_limits<float>::min()),
                          hn::AndNot(magnitude, x), x);
}

// What the API passed along with the call.
struct P {
    const SfpuCall& call;
    VF f(int index) const { return k(std::bit_cast<float>(call.param[index])); }
    VI i(int index) const { return ki(static_cast<std::int32_t>(call.param[index])); }
    VU u(int index) const { return ku(call.param[index]); }
    // The result of the unit's multiply-add: Wormhole's has no negative zero.
    VF mad(VF y) const { return call.silicon == Silicon::wormhole ? y + k(0) : y; }
};

// What a 16-bit Dst keeps of a number: its upper half, after the operation's own rounding.
template <Store kStore>
HWY_INLINE VU shortened(VF y) {
    const VF size = hn::Abs(y);
    const auto normal = size >= k(std::numeric_limits<float>::min());
    const VU word = as_bits(y);
    if constexpr (kStore == Store::half_away) {
        // The rounding instruction: no negative zero, and no NaN but infinity.
        const VF rounded = hn::IfThenElseZero(normal, as_float(word + ku(0x8000)));
        const VF special = select(hn::IsNaN(y), copy_sign(inf(), y), rounded);
        return hn::And(as_bits(special), ku(0xffff0000));
    } else {
        const VU odd = hn::And(hn::ShiftRight<16>(word), ku(1));
        const VU up = kStore == Store::half_even ? word + odd + ku(0x7fff) : word;
        const VF sign = hn::AndNot(size, y);
        const VF nan_kept = select(hn::IsNaN(y), y, as_float(up));
        const VF kept = kStore == Store::half_even ? nan_kept : as_float(up);
        return hn::And(as_bits(select(hn::Or(normal, hn::IsNaN(y)), kept, sign)), ku(0xffff0000));
    }
}

// The second way over results that lie in Dst as floats: into the form that Dst keeps.
template <Store kStore>
void settle(std::uint32_t* out, std::uint32_t count, DstKind dst) {
    const bool narrow = dst == DstKind::bf16 || dst == DstKind::raw16;
    for (std::uint32_t i = 0; i < count; i += kWidth) {
        const VF y = as_float(hn::LoadU(DU(), out + i));
        hn::StoreU(narrow ? shortened<kStore>(y) : as_bits(flush(y)), DU(), out + i);
    }
}

// ---- half precision in Dst: exponent 31 is an ordinary one

HWY_INLINE VF from_half(VU word) {
    const VU magnitude = hn::And(word, ku(0x7fff0000));
    const VU rebiased = hn::ShiftRight<3>(magnitude) + ku(112u << 23);
    const auto tiny = hn::And(word, ku(0x7c000000)) == ku(0);
    const VU sign = hn::And(word, ku(0x80000000));
    return as_float(hn::Or(sign, hn::IfThenZeroElse(tiny, rebiased)));
}
HWY_INLINE VU to_half(VF x) {
    const VU sign = hn::And(as_bits(x), ku(0x80000000));
    const VF magnitude = hn::Abs(x);
    const VU rebiased = hn::ShiftLeft<3>(as_bits(magnitude) - ku(112u << 23));
    const VF kept = as_float(hn::And(rebiased, ku(0x7fff0000)));
    const VF finite = hn::IfThenElse(magnitude < k(131072.0f), kept, as_float(ku(0x7fff0000)));
    const VF normal = hn::IfThenZeroElse(magnitude < k(6.103515625e-05f), finite);
    return hn::Or(sign, as_bits(normal));
}

// Runs the function on float copies of half-precision words, a face at a time.
template <int kInputs>
void through_half(const SfpuCall& call, void (*apply)(const SfpuCall&)) {
    alignas(64) std::uint32_t copy[kInputs == 0 ? 1 : kInputs][kFaceDatums];
    alignas(64) std::uint32_t result[kFaceDatums];
    SfpuCall part = call;
    part.dst = DstKind::fp32;
    part.out = result;
    for (std::uint32_t at = 0; at < call.count; at += kFaceDatums) {
        part.count = call.count - at < kFaceDatums ? call.count - at : kFaceDatums;
        for (int n = 0; n < kInputs; ++n) {
            for (std::uint32_t i = 0; i < part.count; i += kWidth) {
                const VU word = hn::LoadU(DU(), call.in[n] + at + i);
                hn::StoreU(as_bits(from_half(word)), DU(), copy[n] + i);
            }
            part.in[n] = copy[n];
        }
        apply(part);
        for (std::uint32_t i = 0; i < part.count; i += kWidth) {
            const VF value = as_float(hn::LoadU(DU(), result + i));
            hn::StoreU(to_half(value), DU(), call.out + at + i);
        }
    }
}

HWY_INLINE VF load(const std::uint32_t* from) {
    return flush(as_float(hn::LoadU(DU(), from)));
}

template <int kInputs, Store kStore, class Fn>
void map(const SfpuCall& c, Fn fn) {
    if (c.dst == DstKind::fp16) {
        return through_half<kInputs>(
            c, [](const SfpuCall& part) { map<kInputs, kStore>(part, Fn{}); });
    }
    const P p{c};
    for (std::uint32_t i = 0; i < c.count; i += kWidth) {
        VF y;
        if constexpr (kInputs == 0) {
            y = fn(p);
        } else if constexpr (kInputs == 1) {
            y = fn(p, load(c.in[0] + i));
        } else if constexpr (kInputs == 2) {
            y = fn(p, load(c.in[0] + i), load(c.in[1] + i));
        } else {
            y = fn(p, load(c.in[0] + i), load(c.in[1] + i), load(c.in[2] + i));
        }
        hn::StoreU(as_bits(y), DU(), c.out + i);
    }
    settle<kStore>(c.out, c.count, c.dst);
}

// Forms of rows: fn(P) or fn(P, VF…) -> VF.
template <int kInputs, Store kStore, class Fn>
constexpr Form real_form(Fn) {
    return {.inputs = kInputs, .store = kStore, .apply = [](const SfpuCall& c) {
                map<kInputs, kStore>(c, Fn{});
            }};
}
template <Store kStore = Store::truncate, class Fn>
constexpr Form unary(Fn fn) {
    return real_form<1, kStore>(fn);
}
template <Store kStore = Store::truncate, class Fn>
constexpr Form binary(Fn fn) {
    return real_form<2, kStore>(fn);
}
template <Store kStore = Store::truncate, class Fn>
constexpr Form ternary(Fn fn) {
    return real_form<3, kStore>(fn);
}

// With an approximate form of its own, which may be stored differently.
template <Store kStore, Store kFastStore = Store::truncate, class Fn, class Fast>
constexpr Form unary_or_fast(Fn, Fast) {
    return {.store = kStore, .apply = [](const SfpuCall& c) {
                if (c.approx) return map<1, kFastStore>(c, Fast{});
                map<1, kStore>(c, Fn{});
            }};
}

// 16-bit integers lie in the upper half of a 16-bit Dst's word and in the lower half of a 32-bit
// one's, where copies put them.
HWY_INLINE VU short_of(DstKind dst, VU word) {
    return is_wide(dst) ? hn::And(word, ku(0xffff)) : hn::ShiftRight<16>(word);
}
HWY_INLINE VU short_word(DstKind dst, VU value) {
    return is_wide(dst) ? hn::And(value, ku(0xffff)) : hn::ShiftLeft<16>(value);
}

// Whole words: fn(P, VI…) -> VI, never converted; kShort: 16-bit integers.
template <int kInputs, bool kShort, class Fn>
void map_words(const SfpuCall& c, Fn fn) {
    const P p{c};
    const auto get = [&](int n, std::uint32_t i) {
        const VU word = hn::LoadU(DU(), c.in[n] + i);
        return hn::BitCast(DI(), kShort ? short_of(c.dst, word) : word);
    };
    for (std::uint32_t i = 0; i < c.count; i += kWidth) {
        VI y;
        if constexpr (kInputs == 0) {
            y = fn(p);
        } else if constexpr (kInputs == 1) {
            y = fn(p, get(0, i));
        } else if constexpr (kInputs == 2) {
            y = fn(p, get(0, i), get(1, i));
        } else {
            y = fn(p, get(0, i), get(1, i), get(2, i));
        }
        const VU word = hn::BitCast(DU(), y);
        hn::StoreU(kShort ? short_word(c.dst, word) : word, DU(), c.out + i);
    }
}

template <int kInputs, Numbers kNumbers, class Fn>
constexpr Form words(Fn) {
    return {.inputs = kInputs,
            .store = Store::bits,
            .numbers = kNumbers,
            .apply = [](const SfpuCall& c) {
                constexpr bool kShort = kNumbers == Numbers::uint16;
                if constexpr (kNumbers == Numbers::mixed) {
                    if (c.format == Format::uint16) return map_words<kInputs, true>(c, Fn{});
                }
                map_words<kInputs, kShort>(c, Fn{});
            }};
}

}  // namespace ironbird::tile::sfpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Eight digits in each lane of 64 bits, to numbers. Included once per target.
#if defined(PIPER_DECODE_DIGITS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PIPER_DECODE_DIGITS_INL_H
#undef PIPER_DECODE_DIGITS_INL_H
#else
#define PIPER_DECODE_DIGITS_INL_H
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using D8 = hn::CappedTag<std::uint8_t, 64>;
using D16 = hn::Repartition<std::uint16_t, D8>;
using D32 = hn::Repartition<std::uint32_t, D8>;
using D64 = hn::Repartition<std::uint64_t, D8>;
using V8 = hn::Vec<D8>;
using V64 = hn::Vec<D64>;
using DHalf = hn::Rebind<std::uint32_t, D64>;
using VHalf = hn::Vec<DHalf>;

// Neighbours are combined, three times: bytes to 16, 32 and 64 bits. The first digit lies lowest.
HWY_INLINE V64 combine_hex(V8 nibbles) {
    const D16 d16;
    const D32 d32;
    const D64 d64;
    const auto a = hn::BitCast(d16, nibbles);
    const auto pairs = hn::Or(hn::ShiftLeft<4>(hn::And(a, hn::Set(d16, std::uint16_t{0xff}))),
                              hn::ShiftRight<8>(a));
    const auto b = hn::BitCast(d32, pairs);
    const auto fours =
        hn::Or(hn::ShiftLeft<8>(hn::And(b, hn::Set(d32, 0xffffu))), hn::ShiftRight<16>(b));
    const auto c = hn::BitCast(d64, fours);
    return hn::Or(hn::ShiftLeft<16>(hn::And(c, hn::Set(d64, std::uint64_t{0xffffffff}))),
                  hn::ShiftRight<32>(c));
}

HWY_INLINE V64 combine_decimal(V8 digits) {
    const D16 d16;
    const D32 d32;
    const D64 d64;
    const auto a = hn::BitCast(d16, digits);
    const auto low = hn::And(a, hn::Set(d16, std::uint16_t{0xff}));
    const auto pairs = hn::Add(hn::Mul(low, hn::Set(d16, std::uint16_t{10})), hn::ShiftRight<8>(a));
    const auto b = hn::BitCast(d32, pairs);
    const auto fours = hn::Add(hn::Mul(hn::And(b, hn::Set(d32, 0xffffu)), hn::Set(d32, 100u)),
                               hn::ShiftRight<16>(b));
    const auto tens = hn::MulEven(fours, hn::Set(d32, 10000u));
    return hn::Add(tens, hn::ShiftRight<32>(hn::BitCast(d64, fours)));
}

HWY_INLINE hn::Mask<D8> at_most(V8 x, std::uint8_t limit) {
    return hn::Eq(hn::Min(x, hn::Set(D8(), limit)), x);
}

// A hexadecimal number in each lane; `wrong` is not 0 where a byte is no digit.
HWY_INLINE VHalf hex_number(V64 text, V64& wrong) {
    const D64 d64;
    const V8 bytes = hn::BitCast(D8(), text);
    const V8 digit = hn::Sub(bytes, hn::Set(D8(), std::uint8_t{'0'}));
    const V8 letter =
        hn::Sub(hn::Or(bytes, hn::Set(D8(), std::uint8_t{0x20})), hn::Set(D8(), std::uint8_t{'a'}));
    const auto is_digit = at_most(digit, 9);
    const auto bad = hn::VecFromMask(D8(), hn::Not(hn::Or(is_digit, at_most(letter, 5))));
    wrong = hn::Or(wrong, hn::BitCast(d64, bad));
    const V8 nibbles =
        hn::IfThenElse(is_digit, digit, hn::Add(letter, hn::Set(D8(), std::uint8_t{10})));
    return hn::TruncateTo(DHalf(), combine_hex(nibbles));
}

}  // namespace
}  // namespace piper::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

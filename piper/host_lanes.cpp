// Lane operators of the host back end that have vector instructions.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "host_lanes.cpp"
#include <algorithm>
#include <bit>
#include <limits>

#include "host.hpp"
#include "reference.hpp"
// The list of targets comes first.
#include <hwy/foreach_target.h>
// The functions follow it, once per target.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace piper::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using DU = hn::ScalableTag<std::uint32_t>;
using DI = hn::ScalableTag<std::int32_t>;
using DF = hn::ScalableTag<float>;
using VU = hn::Vec<DU>;

// Whole vectors in place; the rest in a vector of its own.
template <class Fn>
void in_place(const Block& block, Fn fn) {
    const DU du;
    const std::size_t lanes = hn::Lanes(du);
    std::size_t i = 0;
    for (; i + lanes <= block.count; i += lanes)
        hn::StoreU(fn(hn::LoadU(du, block.words + i)), du, block.words + i);
    if (i == block.count) return;
    HWY_ALIGN std::uint32_t rest[HWY_MAX_BYTES / 4] = {};
    std::copy(block.words + i, block.words + block.count, rest);
    hn::Store(fn(hn::Load(du, rest)), du, rest);
    std::copy(rest, rest + (block.count - i), block.words + i);
}

hn::Vec<DF> floats(VU x, Type type) {
    if (type == Type::f32) return hn::BitCast(DF(), x);
    if (type == Type::i32) return hn::ConvertTo(DF(), hn::BitCast(DI(), x));
    // Signed conversion of both halves: the upper is exact, the sum is rounded once.
    const auto low = hn::ConvertTo(DF(), hn::BitCast(DI(), hn::And(x, hn::Set(DU(), 0xffffu))));
    const auto high = hn::ConvertTo(DF(), hn::BitCast(DI(), hn::ShiftRight<16>(x)));
    return hn::Add(hn::Mul(high, hn::Set(DF(), 65536.0f)), low);
}

void fill_lanes(const Block& block, std::uint32_t value) {
    const DU du;
    const DF df;
    const VU fill = hn::Set(du, value);
    if (block.type == Type::f32)
        in_place(block, [&](VU x) {
            const auto nan = hn::IsNaN(hn::BitCast(df, x));
            return hn::IfThenElse(hn::RebindMask(du, nan), fill, x);
        });
    if (block.missing == nullptr) return;
    const hn::Rebind<std::uint8_t, DU> bytes;
    const std::size_t lanes = hn::Lanes(du);
    std::size_t i = 0;
    for (; i + lanes <= block.count; i += lanes) {
        const VU missing = hn::PromoteTo(du, hn::LoadU(bytes, block.missing + i));
        const VU x = hn::LoadU(du, block.words + i);
        hn::StoreU(hn::IfThenElse(hn::Eq(missing, hn::Zero(du)), x, fill), du, block.words + i);
    }
    for (; i < block.count; ++i)
        if (block.missing[i] != 0) block.words[i] = value;
}

// Comparisons with NaN are false, so that it becomes the lower limit.
void clamp_lanes(const Block& block, std::uint32_t low, std::uint32_t high) {
    const auto clamp = [&](auto d) {
        const auto least = hn::BitCast(d, hn::Set(DU(), low));
        const auto most = hn::BitCast(d, hn::Set(DU(), high));
        in_place(block, [&](VU bits) {
            const auto x = hn::BitCast(d, bits);
            const auto above = hn::IfThenElse(hn::Gt(x, least), x, least);
            return hn::BitCast(DU(), hn::IfThenElse(hn::Gt(above, most), most, above));
        });
    };
    if (block.type == Type::f32) return clamp(DF());
    if (block.type == Type::i32) return clamp(DI());
    in_place(block,
             [&](VU x) { return hn::Min(hn::Max(x, hn::Set(DU(), low)), hn::Set(DU(), high)); });
}

void log_lanes(const Block& block, float offset) {
    const DF df;
    const auto add = hn::Set(df, offset);
    const auto zero = hn::Zero(df);
    const auto infinite = hn::Set(df, std::numeric_limits<float>::infinity());
    in_place(block, [&](VU x) {
        const auto sum = hn::Add(floats(x, block.type), add);
        // Highway's logarithm is for finite positive numbers; ln 0 is -inf, ln of less is NaN.
        const auto finite = hn::IfThenElse(hn::Lt(sum, infinite), hn::Log(df, sum), sum);
        const auto log =
            hn::IfThenElse(hn::Gt(sum, zero), finite, hn::Div(hn::Set(df, -1.0f), hn::Abs(sum)));
        const auto nan = hn::Set(df, std::bit_cast<float>(0x7fc00000u));
        return hn::BitCast(DU(), hn::IfThenElse(hn::Lt(sum, zero), nan, log));
    });
}

// With M = floor(2^32 / m), the upper word of x*M is the quotient or one less.
void modulus_lanes(const Block& block, std::uint32_t m) {
    const DU du;
    const auto wide = hn::RepartitionToWide<DU>();
    const auto magic = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / m);
    const VU vm = hn::Set(du, m), inverse = hn::Set(du, magic);
    const auto rest = [&](VU x) {
        const auto even = hn::ShiftRight<32>(hn::MulEven(x, inverse));
        const auto odd =
            hn::MulEven(hn::BitCast(du, hn::ShiftRight<32>(hn::BitCast(wide, x))), inverse);
        const VU quotient = hn::OddEven(hn::BitCast(du, odd), hn::BitCast(du, even));
        const VU r = hn::Sub(x, hn::Mul(quotient, vm));
        return hn::Min(r, hn::Sub(r, vm));
    };
    if (block.type == Type::u32) return in_place(block, rest);
    const VU zero = hn::Zero(du);
    in_place(block, [&](VU x) {
        const auto negative = hn::RebindMask(du, hn::Lt(hn::BitCast(DI(), x), hn::Zero(DI())));
        const VU r = rest(hn::IfThenElse(negative, hn::Sub(zero, x), x));
        const VU floored = hn::IfThenElse(hn::Eq(r, zero), zero, hn::Sub(vm, r));
        return hn::IfThenElse(negative, floored, r);
    });
}

}  // namespace
}  // namespace piper::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace piper {

HWY_EXPORT(fill_lanes);
HWY_EXPORT(clamp_lanes);
HWY_EXPORT(log_lanes);
HWY_EXPORT(modulus_lanes);

namespace host {

void fill_missing(const Operator& op, Block block) {
    HWY_DYNAMIC_DISPATCH(fill_lanes)
    (block, reference::value_of(block.type, op.value(0)).bits);
}

void clamp(const Operator& op, Block block) {
    HWY_DYNAMIC_DISPATCH(clamp_lanes)
    (block, reference::value_of(block.type, op.value(0)).bits,
     reference::value_of(block.type, op.value(1)).bits);
}

void neg_to_zero(const Operator&, Block block) {
    // The largest of the type, infinity for floats: only the lower limit counts.
    const double most = std::numeric_limits<double>::infinity();
    HWY_DYNAMIC_DISPATCH(clamp_lanes)(block, 0, reference::value_of(block.type, most).bits);
}

void logarithm(const Operator& op, Block block) {
    HWY_DYNAMIC_DISPATCH(log_lanes)(block, static_cast<float>(op.value(0)));
}

void modulus(const Operator& op, Block block) {
    const auto m = static_cast<std::uint32_t>(op.value(0));
    if (m == 1) {  // 2^32 is no word
        std::fill_n(block.words, block.count, 0u);
        return;
    }
    HWY_DYNAMIC_DISPATCH(modulus_lanes)(block, m);
}

}  // namespace host
}  // namespace piper
#endif

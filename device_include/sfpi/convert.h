// Between floats, narrow floats and whole numbers, with the unit's rounding and saturation.
#pragma once

#include "sfpi/ordering.h"

namespace sfpi {

struct RoundMode {
    enum Values {
        NearestAway,
        NearestStochastic,
        Zero,
        Nearest = NearestAway,
        NearestEven = NearestAway,
        Stochastic = NearestStochastic
    };
    constexpr RoundMode(Values v) : value(v) {}
    constexpr operator Values() const { return value; }
    Values value;
};

// 23 bits against which the dropped ones are compared: at least as many round away from zero.
// Random ones now and then round up what needs no rounding, and Blackhole's "toward zero" goes
// away from it where all dropped bits are set: so does the chip.
sfpi_inline Lanes random_lanes() {
    Lanes random;
    ib_sfpi_random(reinterpret_cast<std::uint32_t*>(&random));
    return random;
}
sfpi_inline Lanes rounding_bits(RoundMode round) {
    if (round == RoundMode::Zero) return all_lanes(0x7fffff);
    if (round == RoundMode::Nearest) return all_lanes(0x400000);
    return random_lanes() & 0x7fffffu;
}

// A float cut to 23 - dropped bits of mantissa. Denormals and minus zero become zero, NaN infinite.
sfpi_inline Lanes narrowed(vFloat v, unsigned dropped, RoundMode round) {
    simple(v);
    const Lanes sign = v.get() & 0x80000000u, magnitude = v.get() & 0x7fffffffu;
    const Lanes special = (Lanes)(magnitude >= 0x7f800000u);
    const Lanes tiny = (Lanes)(magnitude < 0x00800000u);
    const std::uint32_t mask = (1u << dropped) - 1;
    const Lanes lost = magnitude & mask, limit = rounding_bits(round);
    const Lanes up = ironbird::chip::is_blackhole() ? (Lanes)(lost >= limit >> (23 - dropped))
                                                    : (Lanes)(lost << (23 - dropped) >= limit);
    const Lanes cut = (magnitude & ~mask) + (up & (mask + 1));
    return choose(tiny, all_lanes(0), sign | choose(special, all_lanes(0x7f800000u), cut));
}

// The nearest whole number, not past `limit`, with the float's sign or without any.
sfpi_inline Lanes to_magnitude(vFloat v, std::uint32_t limit, bool keeps_sign, RoundMode round) {
    simple(v);
    const Lanes biased = v.get() >> 23 & 255u;
    const Lanes mantissa = (v.get() & 0x7fffffu) | 0x800000u;
    const Lanes up = (biased - 127u) & 31u;
    const Lanes half_or_more = (Lanes)(biased == 126u);
    const Lanes whole_part = choose(half_or_more, all_lanes(0), mantissa >> (23u - up & 31u));
    const Lanes fraction = choose(half_or_more, mantissa >> 1, mantissa << up) & 0x7fffffu;
    const Lanes rounded = whole_part + ((Lanes)(fraction >= rounding_bits(round)) & 1u);
    const Lanes past = (Lanes)(rounded > limit) | (Lanes)(biased >= 143u);
    const Lanes number = (Lanes)(biased >= 126u) & choose(past, all_lanes(limit), rounded);
    if (!keeps_sign) return number;
    return choose((Lanes)(number == 0u), all_lanes(0), number | (v.get() & 0x80000000u));
}

// Two's complement and signs with magnitudes become each other by the same rule; Blackhole has an
// instruction that does not know zero with a sign.
sfpi_inline Lanes negated_below_zero(Lanes x) {
    const Lanes sign = x & 0x80000000u;
    return sign | choose((Lanes)(sign != 0u), 0u - x, x);
}
sfpi_inline vSMag int_to_smag(vInt v) {
    simple(v);
    return vSMag(negated_below_zero(v.get()));
}
sfpi_inline vInt smag_to_int(vSMag v) {
    simple(v);
    const Lanes number = negated_below_zero(v.get());
    if (ironbird::chip::is_blackhole()) return vInt(number);
    return vInt(number & (Lanes)(v.get() != 0x80000000u));
}
// Numbers above 2^24 lose bits, by nearest even or by chance; zero keeps its sign.
sfpi_inline vFloat smag_to_float(vSMag v, RoundMode round = RoundMode::NearestEven) {
    simple(v);
    const Lanes sign = v.get() & 0x80000000u, magnitude = v.get() & 0x7fffffffu;
    const auto nearest = __builtin_convertvector(as_signed(magnitude), FloatLanes);
    if (round != RoundMode::Stochastic) return vFloat(sign | bits_of(nearest));
    const Lanes zeros = leading_zeros(magnitude) & 31u, norm = magnitude << zeros;
    const Lanes cut = ((157u - zeros) << 23) + (norm >> 8);
    const Lanes up = (Lanes)((norm & 0xfeu) > (random_lanes() >> 9 & 0xfeu));
    return vFloat(sign | ((cut + (up & 1u)) & (Lanes)(magnitude != 0u)));
}

template <Vector To, FloatVector From>
sfpi_inline To convert(const From& v, RoundMode round = RoundMode::NearestStochastic) {
    if constexpr (std::is_same_v<To, From> || std::is_same_v<To, vFloat>)
        return To(v.get());
    else if constexpr (std::is_same_v<To, vFloat16a>)
        return To(narrowed(v, 13, round));
    else if constexpr (std::is_same_v<To, vFloat16b>)
        return To(narrowed(v, 16, round));
    else if constexpr (std::is_same_v<To, vUInt16>)
        return To(to_magnitude(v, 65535, false, round));
    else if constexpr (std::is_same_v<To, vUInt8>)
        return To(to_magnitude(v, 255, false, round));
    else if constexpr (std::is_same_v<To, vSMag16>)
        return To(to_magnitude(v, 32767, true, round));
    else {
        static_assert(std::is_same_v<To, vSMag8>, "the unit has no such conversion");
        return To(to_magnitude(v, 127, true, round));
    }
}
template <Vector To, class From>
    requires(Vector<From> && !FloatVector<From>)
sfpi_inline To convert(const From& v, RoundMode round = RoundMode::NearestStochastic) {
    if constexpr (std::is_same_v<To, From>)
        return v;
    else if constexpr (SignedVector<From> && std::is_same_v<To, vSMag>)
        return int_to_smag(v);
    else if constexpr (std::is_base_of_v<vSMag, From> && std::is_same_v<To, vInt>)
        return smag_to_int(v);
    else if constexpr (FloatVector<To> && SignedVector<From>)
        return convert<To>(smag_to_float(int_to_smag(v), round), round);
    else if constexpr (FloatVector<To>)
        return convert<To>(smag_to_float(as<vSMag>(v), round), round);
    else {
        static_assert(std::is_base_of_v<vMag, From>, "the unit has no such conversion");
        return To(v.get());
    }
}

// ---- before convert<>: the numbers are signs and magnitudes whatever the types say ----

sfpi_inline constexpr RoundMode round_mode(int stochastic) {
    return stochastic == 1 ? RoundMode::NearestStochastic : RoundMode::Nearest;
}
template <Vector T>
sfpi_inline vFloat int32_to_float(const T& v, int round = 1) {
    return smag_to_float(as<vSMag>(v), round_mode(round));
}
sfpi_inline vFloat float_to_fp16a(vFloat v, int round = 1) {
    return vFloat(narrowed(v, 13, round_mode(round)));
}
sfpi_inline vFloat float_to_fp16b(vFloat v, int round = 1) {
    return vFloat(narrowed(v, 16, round_mode(round)));
}
sfpi_inline vUInt float_to_uint8(vFloat v, int round = 1) {
    return vUInt(to_magnitude(v, 255, false, round_mode(round)));
}
sfpi_inline vUInt float_to_uint16(vFloat v, int round = 1) {
    return vUInt(to_magnitude(v, 65535, false, round_mode(round)));
}
sfpi_inline vInt float_to_int8(vFloat v, int round = 1) {
    return vInt(to_magnitude(v, 127, true, round_mode(round)));
}
sfpi_inline vInt float_to_int16(vFloat v, int round = 1) {
    return vInt(to_magnitude(v, 32767, true, round_mode(round)));
}

// A sign and magnitude divided by 2^descale, then cut to eight bits, with the sign or without any.
sfpi_inline Lanes descaled(vInt v, Lanes descale, std::uint32_t limit, bool keeps_sign,
                           RoundMode round) {
    simple(v);
    const Lanes by = descale & 31u, magnitude = v.get() & 0x7fffffffu;
    const Lanes lost = magnitude & ((all_lanes(1) << by) - 1u);
    const Lanes few = lost << (23u - by & 31u), many = lost >> (by - 23u & 31u);
    const Lanes fraction = choose((Lanes)(by <= 23u), few, many);
    const Lanes rounded = (magnitude >> by) + ((Lanes)(fraction >= rounding_bits(round)) & 1u);
    const Lanes number = choose((Lanes)(rounded > limit), all_lanes(limit), rounded);
    if (!keeps_sign) return number;
    return choose((Lanes)(number == 0u), all_lanes(0), number | (v.get() & 0x80000000u));
}
template <class By>
sfpi_inline vUInt int32_to_uint8(vInt v, const By& descale, int round = 1) {
    return vUInt(descaled(v, whole(descale), 255, false, round_mode(round)));
}
template <class By>
sfpi_inline vInt int32_to_int8(vInt v, const By& descale, int round = 1) {
    return vInt(descaled(v, whole(descale), 127, true, round_mode(round)));
}

// The nearest whole number, as a float and as an integer; exact below 2^22.
struct FloatInt : std::pair<vFloat, vInt> {
    using pair::pair;
    operator vFloat() const { return first; }
    operator vInt() const { return second; }
};
sfpi_inline FloatInt round(vFloat v) {
    const vFloat magic = 12582912.0f, sum = v + magic;
    return {sum - magic, as<vInt>(sum) - as<vInt>(magic)};
}

}  // namespace sfpi

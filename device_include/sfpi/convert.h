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

// What is added before `dropped` low bits go: half, or a random part of the whole.
sfpi_inline Lanes rounding_bits(unsigned dropped, RoundMode round) {
    const std::uint32_t whole_step = 1u << dropped;
    if (round == RoundMode::Zero) return all_lanes(0);
    if (round == RoundMode::Nearest) return all_lanes(whole_step / 2);
    Lanes random;
    ib_sfpi_random(reinterpret_cast<std::uint32_t*>(&random));
    return random & (whole_step - 1);
}

// A float cut to 23 - dropped bits of mantissa. Denormals and minus zero become zero, NaN infinite.
sfpi_inline Lanes narrowed(vFloat v, unsigned dropped, RoundMode round) {
    const Lanes sign = v.get() & 0x80000000u, magnitude = v.get() & 0x7fffffffu;
    const Lanes special = (Lanes)(magnitude >= 0x7f800000u);
    const Lanes tiny = (Lanes)(magnitude < 0x00800000u);
    const Lanes cut = (magnitude + rounding_bits(dropped, round)) & ~((1u << dropped) - 1);
    return choose(tiny, all_lanes(0), sign | choose(special, all_lanes(0x7f800000u), cut));
}

// The nearest whole number, not past `limit`; `negative` numbers keep their sign bit or become 0.
sfpi_inline Lanes to_magnitude(vFloat v, float limit, bool negative, RoundMode round) {
    const FloatLanes magnitude = abs(v).floats();
    const FloatLanes bounded = (FloatLanes)choose((Lanes)(magnitude < limit), bits_of(magnitude),
                                                  all_lanes(__builtin_bit_cast(unsigned, limit)));
    const Lanes fraction_bits = __builtin_convertvector(bounded * 256.0f, Lanes);
    const Lanes number = (fraction_bits + rounding_bits(8, round)) >> 8;
    const Lanes below_zero = (Lanes)(as_signed(v.get()) < 0);
    if (!negative) return number & ~below_zero;
    return choose((Lanes)(number == 0u), all_lanes(0), number | (v.get() & 0x80000000u));
}

sfpi_inline vSMag int_to_smag(vInt v) {
    return vSMag(abs(v).get() | (v.get() & 0x80000000u));
}
sfpi_inline vInt smag_to_int(vSMag v) {
    const Lanes magnitude = v.get() & 0x7fffffffu;
    return vInt(choose((Lanes)(as_signed(v.get()) < 0), 0u - magnitude, magnitude));
}
sfpi_inline vFloat smag_to_float(vSMag v) {
    return vFloat(__builtin_convertvector(as_signed(smag_to_int(v).get()), FloatLanes));
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
        return convert<To>(smag_to_float(int_to_smag(v)), round);
    else if constexpr (FloatVector<To>)
        return convert<To>(smag_to_float(as<vSMag>(v)), round);
    else {
        static_assert(std::is_base_of_v<vMag, From>, "the unit has no such conversion");
        return To(v.get());
    }
}

// ---- before convert<>: the numbers are signs and magnitudes whatever the types say ----

template <Vector T>
sfpi_inline vFloat int32_to_float(const T& v, int round = 1) {
    return smag_to_float(as<vSMag>(v));
}
sfpi_inline constexpr RoundMode round_mode(int stochastic) {
    return stochastic == 1 ? RoundMode::NearestStochastic : RoundMode::Nearest;
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

// A sign and magnitude divided by 2^descale, then cut to eight bits.
sfpi_inline Lanes descaled(Lanes v, Lanes descale, std::uint32_t limit, bool negative) {
    const Lanes by = descale & 31u;
    const Lanes half = (Lanes)(by != 0u) & (all_lanes(1) << ((by - 1u) & 31u));
    const Lanes number = ((v & 0x7fffffffu) + half) >> by;
    const Lanes bounded = choose((Lanes)(number > limit), all_lanes(limit), number);
    const Lanes below_zero = (Lanes)(as_signed(v) < 0);
    return negative ? bounded | (v & 0x80000000u) : bounded & ~below_zero;
}
template <class By>
sfpi_inline vUInt int32_to_uint8(vInt v, const By& descale, int round = 1) {
    return vUInt(descaled(v.get(), whole(descale), 255, false));
}
template <class By>
sfpi_inline vInt int32_to_int8(vInt v, const By& descale, int round = 1) {
    return vInt(descaled(v.get(), whole(descale), 127, true));
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

// The vector types run on this machine: lanes switched on and off, conversions, shifts, the order
// of lanes in Dst. Dst is two tiles of float32 here.
#include <cmath>
#include <cstdio>
#include <cstring>

#include "sfpi.h"
#include "sfpi/maths.h"

using namespace sfpi;

namespace {

std::uint32_t dst[2 * 1024];
std::uint32_t base = 0;
std::uint32_t told = 0;  // cycles
int failures = 0;

std::uint32_t& datum(std::uint32_t address, std::uint32_t lane) {
    const std::uint32_t at = base + address;
    return dst[(at & ~3u) * 16 + lane / 8 * 16 + lane % 8 * 2 + (at >> 1 & 1)];
}

template <class T>
std::uint32_t lane(const T& v, unsigned i) {
    return v.get()[i];
}
float number(const vFloat& v, unsigned i) {
    return v.floats()[i];
}

void expect(bool condition, const char* what) {
    if (condition) return;
    std::printf("not so: %s\n", what);
    failures++;
}

vFloat lane_numbers() {
    return convert<vFloat>(vConstTileId.value() >> 1);
}

void predication_nests() {
    const vFloat x = lane_numbers();
    vFloat y = -1.0f;
    v_if(x < 16.0f) {
        y = 1.0f;
        v_if(x < 8.0f) {
            y = 2.0f;
            v_and(x >= 4.0f);
            y = 3.0f;
        }
        v_elseif(x == 9.0f) {
            y = 4.0f;
        }
        v_else {
            y = 5.0f;
        }
        v_endif;
        y += 10.0f;
    }
    v_else {
        y = 6.0f;
    }
    v_endif;
    for (unsigned i = 0; i < 32; i++) {
        const float want = i < 4 ? 12 : i < 8 ? 13 : i == 9 ? 14 : i < 16 ? 15 : 6;
        expect(number(y, i) == want, "nested branches, every lane its own");
    }
    expect(switched_on() == ~0u, "all lanes are on again afterwards");
}

void early_exits_restore() {
    for (int turn = 0; turn < 3; turn++) {
        v_if(lane_numbers() < 3.0f) {
            if (turn == 1) break;
        }
        v_endif;
    }
    expect(switched_on() == ~0u, "a break out of v_if switches the lanes on again");
    vFloat y = 0.0f;
    v_block {
        v_and(lane_numbers() < 8.0f);
        v_and(lane_numbers() >= 6.0f);
        y = 1.0f;
    }
    v_endblock;
    expect(number(y, 5) == 0 && number(y, 6) == 1 && number(y, 8) == 0, "v_block narrows");
}

void stores_respect_lanes() {
    std::memset(dst, 0, sizeof dst);
    base = 0;
    begin_tile(0);
    v_if(lane_numbers() >= 30.0f) {
        dst_reg[0] = vFloat(7.0f);
    }
    v_endif;
    expect(datum(0, 29) == 0 && datum(0, 30) == 0x40e00000u, "a store leaves lanes alone");
}

// Lane i: row i / 8, even columns at even indices, odd columns at odd ones.
void order_of_lanes() {
    begin_tile(0);
    for (std::uint32_t i = 0; i < 2048; i++) dst[i] = __builtin_bit_cast(std::uint32_t, float(i));
    const vFloat even = dst_reg[0], odd = dst_reg[1], next_rows = dst_reg[2];
    expect(number(even, 0) == 0 && number(even, 1) == 2 && number(even, 8) == 16, "even columns");
    expect(number(odd, 0) == 1 && number(odd, 31) == 63, "odd columns");
    expect(number(next_rows, 0) == 64, "the next four rows");
    dst_reg += 8;
    const vFloat second_face = dst_reg[0];
    expect(number(second_face, 0) == 256, "eight indices are a face");
    next_face(16);
    const vFloat again = dst_reg[0];
    expect(number(again, 0) == 256, "the next face counts from the last one's beginning");
    const vFloat second_tile = dst_reg[32 - 8];
    expect(number(second_tile, 0) == 1024, "32 indices are a tile");
}

void casts() {
    const vInt i = vInt(-5);
    expect(lane(as<vUInt>(i), 0) == 0xfffffffbu, "bits stay");
    expect(number(convert<vFloat>(i), 0) == -5.0f, "two's complement to float");
    expect(lane(convert<vSMag>(i), 0) == 0x80000005u, "two's complement to sign and magnitude");
    expect(lane(convert<vInt>(vSMag(0x80000005u)), 0) == 0xfffffffbu, "and back");
    expect(number(int32_to_float(vInt(0x80000005)), 0) == -5.0f, "the old cast: magnitudes");
    const auto nearest = RoundMode::Nearest;
    expect(lane(convert<vUInt8>(vFloat(300.0f), nearest), 0) == 255, "saturates above");
    expect(lane(convert<vUInt8>(vFloat(-3.0f), nearest), 0) == 3, "unsigned: the magnitude");
    expect(lane(float_to_uint16(vFloat(-70000.0f), 0), 0) == 65535, "saturates by magnitude");
    expect(lane(float_to_uint16(vFloat(-2.5f), 0), 0) == 3, "and rounds by it");
    expect(lane(float_to_uint8(vFloat(0.499f), 0), 0) == 0, "below one half is nothing");
    expect(lane(float_to_int8(vFloat(-0.4f), 0), 0) == 0, "zero has no sign");
    expect(lane(float_to_int16(vFloat(NAN), 0), 0) == 32767, "a NaN is the largest");
    expect(lane(int32_to_int8(vInt(0x80000005), 1, 0), 0) == 0x80000003u, "halves away from zero");
    expect(lane(int32_to_uint8(vInt(0x80000005), 1, 0), 0) == 3, "the magnitude again");
    expect(lane(int32_to_uint8(vInt(0x7fffffff), 31, 0), 0) == 1, "shifts by all bits");
    expect(lane(smag_to_float(vSMag(0x80000000u)), 0) == 0x80000000u, "zero keeps its sign");
    expect(lane(convert<vSMag>(vInt(0x80000000)), 0) == 0x80000000u, "the number without opposite");
#if defined(ARCH_BLACKHOLE)
    expect(lane(convert<vInt>(vSMag(0x80000000u)), 0) == 0x80000000u, "and zero with a sign");
#else
    expect(lane(convert<vInt>(vSMag(0x80000000u)), 0) == 0, "zero with a sign is zero");
#endif
    expect(lane(convert<vUInt16>(vFloat(2.5f), nearest), 0) == 3, "halves go up");
    expect(lane(convert<vSMag16>(vFloat(-2.5f), nearest), 0) == 0x80000003u, "away from zero");
    expect(number(convert<vFloat16b>(vFloat(1.00390625f), nearest), 0) == 1.0078125f,
           "bfloat16, halves away from zero");
    expect(lane(convert<vFloat16b>(vFloat(NAN), nearest), 0) == 0x7f800000u, "NaN is infinite");
    expect(lane(convert<vFloat16b>(vFloat(-0.0f), nearest), 0) == 0, "no minus zero");
    expect(number(sfpi::round(vFloat(2.6f)).first, 0) == 3.0f, "the nearest whole number");
}

void shifts_and_bits() {
    expect(lane(vUInt(0x80000000u) >> 4, 0) == 0x08000000u, "logical right");
#if defined(ARCH_BLACKHOLE)
    expect(lane(vInt(-16) >> 2, 0) == 0xfffffffcu, "arithmetic right on Blackhole");
#else
    expect(lane(vInt(-16) >> 2, 0) == 0x3ffffffcu, "logical right on Wormhole");
#endif
    expect(lane(shft(vUInt(3), vInt(4)), 0) == 48, "left by a positive amount");
    expect(lane(shft(vUInt(48), vInt(-4)), 0) == 3, "right by a negative one");
    expect(lane(lz(vUInt(1)), 0) == 31 && lane(lz(vUInt(0)), 0) == 32, "leading zeros");
    expect(lane(lz_nosgn(vInt(-1)), 0) == 1, "without the sign");
    expect(lane(abs(vInt(-7)), 0) == 7 && number(abs(vFloat(-7.0f)), 0) == 7, "magnitudes");
    const vFloat x = -12.0f;
    expect(lane(exexp(x), 0) == 3 && lane(exman(x), 0) == 0x400000u, "parts of a float");
    expect(number(setexp(x, 127), 0) == -1.5f && number(setsgn(x, 0), 0) == 12.0f, "set parts");
    expect(number(addexp(x, 2), 0) == -48.0f, "scale");
    expect(lane(addexp(vFloat(0.0f), -3), 0) == 253u << 23, "zero's exponent wraps too");
    expect(lane(addexp(vFloat(-INFINITY), -3), 0) == 0xff800000u, "infinity stays");
    expect(lane(abs(vFloat(all_lanes(0xffc00001u))), 0) == 0xffc00001u, "a NaN keeps its sign");
    expect(lane(abs(vFloat(-INFINITY)), 0) == 0x7f800000u, "infinity does not");
}

void comparisons() {
    const auto holds = [](vBool b) { return b.get()[0] != 0; };
    expect(holds(vFloat(-0.0f) < 0.0f), "minus zero is below zero: the sign decides");
    expect(!holds(vFloat(-0.0f) == 0.0f), "and is not zero: all bits decide");
    expect(holds(vFloat(2.0f) > vFloat(1.0f)) && !holds(vFloat(2.0f) > vFloat(2.0f)), "greater");
    expect(holds(vInt(-1) < 1) && !holds(vUInt(0xffffffffu) < 1u), "signed and unsigned");
    expect(holds(!(vFloat(1.0f) == 2.0f) && vFloat(3.0f) != 4.0f), "logic");
    expect(number(min(vFloat(-1.0f), 2.0f), 0) == -1 && number(max(vFloat(-3.0f), -2.0f), 0) == -2,
           "order of signs and magnitudes");
}

void arithmetic() {
    expect(number(vFloat(1e-39f) * 2.0f, 0) == 0.0f, "denormals are taken as zero");
    expect(number(vFloat(1e-20f) * 1e-20f, 0) == 0.0f, "and not made");
    for (float x = -80; x < 80; x += 0.37f) {
        const float error = number(exponential(vFloat(x)), 0) / std::exp(x) - 1;
        expect(std::fabs(error) < 4e-7f, "e^x within its bound");
    }
    for (float x = 0.01f; x < 50; x *= 1.13f)
        expect(std::fabs(number(logarithm(vFloat(x)), 0) - std::log(x)) < 4e-7f + 2e-7f * x,
               "ln x");
}

// Lines of eight-bit coefficients: 0.5 |x| + 0.25 up to 1, 1 |x| + 0 up to 2, 0.5 |x| + 1 above.
void tables() {
    const vUInt l0 = 0x1020, l1 = 0x00ff, l2 = 0x1000;
    expect(number(lut(vFloat(-0.5f), l0, l1, l2), 0) == -0.5f, "first segment keeps the sign");
    expect(number(lut(vFloat(1.5f), l0, l1, l2), 0) == 1.5f, "second segment");
    expect(number(lut_sign(vFloat(-4.0f), l0, l1, l2), 0) == 3.0f, "third, with its own sign");
    // Sixteen bits: 1 |x| + c, where c has the smallest exponent, then the greatest.
    const vUInt small = 0x3c000200, great = 0x3c007c01;
    expect(number(lut2(vFloat(0.5f), small, small, small), 0) == 0.5f + 1.5f * 0x1p-15f,
           "the smallest exponent of FP16 is an ordinary one");
    expect(number(lut2(vFloat(2.5f), great, great, great), 0) == 2.5f, "the greatest is zero");
    const vUInt a = 0x3c004000, b = 0x00000000;  // 2 |x| below, 1 |x| from there on
    const float least = 0x1p-15f;
    expect(number(lut2(vFloat(0.25f), a, a, a, b, b, b), 0) == 0.5f + least, "first half");
    expect(number(lut2(vFloat(-0.75f), a, a, a, b, b, b), 0) == -0.75f - least, "second half");
    expect(number(lut2(vFloat(2.9f), a, a, a, b, b, b, 1), 0) > 5.7f, "up to 3");
    expect(number(lut2(vFloat(3.5f), a, a, a, b, b, b, 1), 0) < 3.6f, "above 3");
    expect(number(lut2(vFloat(3.5f), a, a, a, b, b, b, 2), 0) > 6.9f, "or up to 4");
}

#if defined(ARCH_BLACKHOLE)
// Some of the table's values, and the bound that is stated for all.
void approximate_reciprocals() {
    expect(number(approx_recip(vFloat(1.0f)), 0) == 0.99609375f, "of one");
    expect(lane(approx_recip(vFloat(-0.0f)), 0) == 0xff800000u, "of zero");
    expect(lane(approx_recip(vFloat(0x1p126f)), 0) == 0, "of much");
    expect(number(approx_recip(vFloat(-3.0f), RecipMode::IfNegative), 0) > 0.33f, "without sign");
    expect(number(approx_recip(vFloat(3.0f), RecipMode::IfNegative), 0) == 3.0f, "or not at all");
    for (float x = 0.01f; x < 90; x *= 1.003f) {
        const float ratio = number(approx_recip(vFloat(x)), 0) * x;
        expect(ratio > 0.9944f && ratio < 1.0054f, "within its bound");
    }
    expect(lane(fractional_mul(vUInt(0xc00000), vUInt(2), FractionalHalf::High), 0) == 1,
           "products of 23 bits");
}
#endif

// What is written as one expression is one instruction; the test's device fuses completely.
void joined_products() {
    const float x = 1 + 0x1p-12f, square = x * x;
    const vFloat a = x, one = 1.0f;
#if defined(IB_EXACT)
    const float fused = std::fma(x, x, -1.0f);
#else
    const float fused = square - 1;
#endif
    expect(number(a * a - one, 0) == fused, "product minus a number");
    expect(number(a * a + -1.0f, 0) == fused, "product plus a constant");
    expect(number(-1.0f + a * a, 0) == fused, "the other way round");
    vFloat sum = -1.0f;
    sum += a * a;
    expect(number(sum, 0) == fused, "added in place");
    const vFloat kept = a * a;
    expect(number(kept - one, 0) == square - 1, "a product that is kept is rounded");
    const auto named = a * a;
    expect(number(named - one, 0) == square - 1, "under any type");
#if defined(ARCH_BLACKHOLE)
    expect(number(one - a * a, 0) == -fused, "Blackhole negates a factor");
#else
    expect(number(one - a * a, 0) == 1 - square, "Wormhole cannot");
#endif
    expect(number(max(a * a, one * 3.0f), 0) == 3.0f, "products are floats to functions");
    expect(lane(setsgn(a * a, 1), 0) >> 31 == 1, "to templates too");
    expect(lane(vFloat(-1e-30f) * 1e-30f, 0) == 0, "a product that vanishes has no sign");
}

std::uint32_t cycles_of(void (*code)()) {
    const std::uint32_t before = unit.issued;
    code();
    return unit.issued - before;
}
template <int n>
void dependent() {
    vFloat y = dst_reg[0];
    const vFloat x = 1.5f;
    for (int i = 0; i < n; i++) y = y * x + 0.25f;
    dst_reg[0] = y;
}
template <int n>
void independent() {
    vFloat y[n];
    const vFloat x = dst_reg[0];
    for (int i = 0; i < n; i++) y[i] = x * 1.5f + 0.25f;
    for (int i = 0; i < n; i++) dst_reg[i] = y[i];
}
void nested_branches() {
    const vFloat x = dst_reg[0];
    v_if(x < 0.0f) {
        v_if(x >= 0.0f) {}
        v_endif;
    }
    v_else {}
    v_endif;
}

// A result of the multiply-add cannot be read by the next instruction; all else is one a cycle.
void time_of_instructions() {
    const auto load_store = [] { dst_reg[0] = vFloat(dst_reg[1]); };
    expect(cycles_of(load_store) == 2, "a load and a store");
    const std::uint32_t chain[] = {cycles_of(dependent<1>), cycles_of(dependent<2>),
                                   cycles_of(dependent<4>), cycles_of(dependent<8>),
                                   cycles_of(dependent<16>)};
    const std::uint32_t apart[] = {cycles_of(independent<1>), cycles_of(independent<2>),
                                   cycles_of(independent<4>), cycles_of(independent<8>),
                                   cycles_of(independent<16>)};
    for (unsigned i = 0; i < 5; i++) {
        const std::uint32_t n = 1u << i;
        expect(chain[i] == 1 + 2 * n + 1, "each of a chain waits for the one before");
        expect(apart[i] == 1 + n + (n == 1 ? 1 : 0) + n, "those apart follow each other");
    }
    expect(cycles_of([] { vFloat y = min(vFloat(dst_reg[0]), 1.0f); }) == 3, "a swap takes two");
    expect(cycles_of([] { vFloat y = lut(dst_reg[0], 0, 0, 0); }) == 2, "a table is one");
    expect(cycles_of([] { dst_reg++; }) == 1, "a step in Dst");
    expect(cycles_of(nested_branches) == 1 + 1 + 1 + 1 + 1 + 1 + 1, "conditions and their ends");
    const std::uint32_t before = told;
    begin_tile(0);
    const std::uint32_t begun = told;
    dependent<4>();
    expect(begun != before && told - begun == 10, "the device is told at the store");
}

}  // namespace

extern "C" {
void ib_sfpi_begin(std::uint32_t tile, std::uint32_t cycles) {
    told += cycles;
    base = tile * 64;
}
void ib_sfpi_advance(std::uint32_t address, std::uint32_t cycles) {
    told += cycles;
    base += address;
}
void ib_sfpi_load(std::uint32_t address, std::uint32_t, std::uint32_t lanes[32]) {
    for (unsigned i = 0; i < 32; i++) lanes[i] = datum(address, i);
}
void ib_sfpi_store(std::uint32_t address, std::uint32_t, const std::uint32_t lanes[32],
                   std::uint32_t mask, std::uint32_t cycles) {
    told += cycles;
    for (unsigned i = 0; i < 32; i++)
        if (mask >> i & 1) datum(address, i) = lanes[i];
}
void ib_sfpi_mad(const std::uint32_t x[32], const std::uint32_t y[32], const std::uint32_t z[32],
                 std::uint32_t result[32], std::uint32_t) {
    const auto f = [](std::uint32_t w) { return __builtin_bit_cast(float, w); };
    for (unsigned i = 0; i < 32; i++) {
        const float r = std::fma(f(x[i]), f(y[i]), f(z[i]));
        const bool none = r == 0 || std::fpclassify(r) == FP_SUBNORMAL;
        result[i] = none ? 0 : __builtin_bit_cast(std::uint32_t, r);
    }
}
std::uint32_t ib_sfpi_random(std::uint32_t lanes[32]) {
    std::memset(lanes, 0, 32 * sizeof *lanes);
    return 0;
}
}

int main() {
    predication_nests();
    early_exits_restore();
    stores_respect_lanes();
    order_of_lanes();
    casts();
    shifts_and_bits();
    comparisons();
    arithmetic();
    tables();
    joined_products();
    time_of_instructions();
#if defined(ARCH_BLACKHOLE)
    approximate_reciprocals();
#endif
    return failures != 0;
}

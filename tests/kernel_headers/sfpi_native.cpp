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
    expect(lane(convert<vUInt8>(vFloat(-3.0f), nearest), 0) == 0, "saturates below");
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
    expect(number(addexp(x, 2), 0) == -48.0f && number(addexp(vFloat(0.0f), 2), 0) == 0, "scale");
}

void comparisons() {
    const auto holds = [](vBool b) { return b.get()[0] != 0; };
    expect(holds(vFloat(-0.0f) < 0.0f), "minus zero is below zero: the sign decides");
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
}

}  // namespace

extern "C" {
void ib_sfpi_begin(std::uint32_t tile) {
    base = tile * 64;
}
void ib_sfpi_advance(std::uint32_t address) {
    base += address;
}
void ib_sfpi_load(std::uint32_t address, std::uint32_t, std::uint32_t lanes[32]) {
    for (unsigned i = 0; i < 32; i++) lanes[i] = datum(address, i);
}
void ib_sfpi_store(std::uint32_t address, std::uint32_t, const std::uint32_t lanes[32],
                   std::uint32_t mask) {
    for (unsigned i = 0; i < 32; i++)
        if (mask >> i & 1) datum(address, i) = lanes[i];
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
    return failures != 0;
}

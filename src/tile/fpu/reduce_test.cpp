// Exact reductions bit for bit against the plain description, on both chips.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tile/reference/cases.hpp"

#pragma GCC optimize("O2")  // over a million sums of 128 products

namespace ironbird::tile {
namespace {

using namespace reference;

// Sums: the data is SrcA, except along rows.
void expected_sum(ReduceDim dim, const Operand& data, const Operand& scaler, DstTile& d,
                  const FpuMode& mode) {
    const Unit unit = unit_of(mode);
    const int count = static_cast<int>(phases(mode.fidelity));
    const auto factors = [&](std::uint32_t face) { return &scaler.datum[face * 256]; };
    const auto column_of = [&](std::uint32_t face, std::uint32_t c) {
        std::array<Datum, 16> column;
        for (std::uint32_t r = 0; r < 16; r++) column[r] = data.datum[face * 256 + r * 16 + c];
        return column;
    };
    if (dim == ReduceDim::row) {
        for (std::uint32_t y = 0; y < 32; y++) {
            std::uint32_t& word = d.word[y / 16 * 512 + y % 16 * 16];
            for (int phase = 0; phase < count; phase++)
                for (std::uint32_t across = 0; across < 2; across++) {
                    const std::uint32_t face = y / 16 * 2 + across;
                    const Datum* row = &data.datum[face * 256 + y % 16 * 16];
                    word = multiply(factors(face), row, word, phase, unit);
                }
        }
    } else if (dim == ReduceDim::column) {
        for (std::uint32_t x = 0; x < 32; x++)
            for (const std::uint32_t face : {x / 16, x / 16 + 2})
                for (int phase = 0; phase < count; phase++)
                    d.word[x / 16 * 256 + x % 16] =
                        multiply(column_of(face, x % 16).data(), factors(face),
                                 d.word[x / 16 * 256 + x % 16], phase, unit);
    } else {
        std::array<Datum, 16> partial;
        for (std::uint32_t c = 0; c < 16; c++) {
            std::uint32_t word = 0;
            for (std::uint32_t face = 0; face < 4; face++)
                for (int phase = 0; phase < count; phase++)
                    word = multiply(column_of(face, c).data(), factors(face), word, phase, unit);
            partial[c] = mode.dst == DstKind::fp16 ? from_fp16(word >> 16)
                         : mode.tf32               ? from_tf32(word)
                                                   : from_bf16(word >> 16);
        }
        for (int phase = 0; phase < count; phase++)
            d.word[0] = multiply(partial.data(), factors(3), d.word[0], phase, unit);
    }
}

class Reduce : public testing::TestWithParam<Inputs> {};

TEST_P(Reduce, SumsBitForBit) {
    Random random(13);
    const auto [in, reg] = GetParam();
    for (const ReduceDim dim : {ReduceDim::row, ReduceDim::column, ReduceDim::scalar})
        for (const Fidelity fidelity : kFidelities)
            for (const Silicon chip : kChips)
                for (const bool wide : {false, true})
                    for (const Mix mix : kMixes)
                        for (const bool fresh : {true, false}) {
                            const auto a = operand(in, reg, mix, random),
                                       s = operand(in, reg, Mix::narrow, random);
                            const FpuMode mode = mode_of(fidelity, chip, a->half, wide);
                            if (a->half && wide && dim == ReduceDim::scalar) continue;
                            const auto before = dst_tile(mode.dst, Mix::normal, random);
                            DstTile got = *before, want = *before;
                            if (fresh) want.word.fill(0);
                            fpu(Arithmetic::exact)
                                .reduce(Pool::sum, dim, a->tile, s->tile, {}, got, fresh, mode);
                            expected_sum(dim, *a, *s, want, mode);
                            ASSERT_EQ(got.word, want.word)
                                << static_cast<int>(dim) << " mix " << static_cast<int>(mix);
                        }
}
INSTANTIATE_TEST_SUITE_P(Formats, Reduce, testing::ValuesIn(kInputs), name_of);

// Bit patterns in order: sign, then exponent and fraction.
std::int64_t rank(std::uint32_t w) {
    const auto magnitude = static_cast<std::int64_t>(w & 0x7fffffff);
    return (w >> 31) != 0 ? -magnitude - 1 : magnitude;
}

TEST(Reduce, MaximaCompareBitPatterns) {
    Random random(17);
    std::vector<std::uint8_t> ones(2048);
    for (std::uint32_t i = 0; i < 1024; i++) ones[2 * i] = 0x80, ones[2 * i + 1] = 0x3f;
    SrcTile scaler;
    src_unpacker(Format::float16_b, Format::float16_b)(ones.data(), {}, scaler);
    for (const bool wide : {false, true})
        for (const Mix mix : kMixes)
            for (const bool fresh : {true, false}) {
                const auto a =
                    operand(Format::float32, wide ? Format::tf32 : Format::float16_b, mix, random);
                const FpuMode mode = mode_of(Fidelity::hifi4, Silicon::wormhole, false, wide);
                const auto before = dst_tile(DstKind::bf16, Mix::normal, random);
                const std::uint32_t nothing = wide ? 0xffffe000 : 0xffff0000;
                DstTile got = *before;
                const Fpu& unit = fpu(Arithmetic::exact);
                unit.reduce(Pool::max, ReduceDim::column, a->tile, scaler, {}, got, fresh, mode);
                for (std::uint32_t x = 0; x < 32; x++) {
                    const std::uint32_t at = x / 16 * 256 + x % 16;
                    std::uint32_t best = fresh ? nothing : before->word[at];
                    if (rank(best) >= 0 && (best & 0x7f800000) == 0) best = 0;
                    for (std::uint32_t y = 0; y < 32; y++) {
                        const std::uint32_t w = src_word(a->at(y, x), false);
                        if (rank(w) > rank(best)) best = w;
                    }
                    ASSERT_EQ(got.word[at], best) << "column " << x;
                }
                got = *before;
                unit.reduce(Pool::max, ReduceDim::row, a->tile, scaler, {}, got, fresh, mode);
                for (std::uint32_t y = 0; y < 32; y++) {
                    const std::uint32_t at = y / 16 * 512 + y % 16 * 16;
                    std::uint32_t best = fresh ? nothing : before->word[at];
                    for (std::uint32_t x = 0; x < 32; x++) {
                        const std::uint32_t w = src_word(a->at(y, x), false);
                        if (rank(w) > rank(best)) best = w;
                    }
                    if (wide && (best & 0x7f800000) == 0x7f800000) best &= 0xff800000;
                    ASSERT_EQ(got.word[at], best) << "row " << y;
                }
            }
}

// Values 0 .. 7 and scalers of one: every sum is known.
TEST(Reduce, Integers) {
    std::vector<std::uint8_t> data(1024), ones(1024, 1);
    for (std::uint32_t i = 0; i < 1024; i++) data[i] = static_cast<std::uint8_t>(i % 8 + i / 256);
    SrcTile a, scaler;
    src_unpacker(Format::int8, Format::int8)(data.data(), {}, a);
    src_unpacker(Format::int8, Format::int8)(ones.data(), {}, scaler);
    const FpuMode mode = {.dst = DstKind::int32, .integer = true};
    for (const Arithmetic arithmetic : {Arithmetic::fast, Arithmetic::exact}) {
        DstTile d;
        const Fpu& unit = fpu(arithmetic);
        unit.reduce(Pool::sum, ReduceDim::row, a, scaler, {}, d, true, mode);
        EXPECT_EQ(d.word[512 + 16], 2 * 56u + 16 * 2 + 16 * 3) << "a row of faces 2 and 3";
        unit.reduce(Pool::sum, ReduceDim::column, a, scaler, {}, d, true, mode);
        EXPECT_EQ(d.word[256 + 3], 32 * 3u + 16 * 1 + 16 * 3) << "column 3 of faces 1 and 3";
        unit.reduce(Pool::max, ReduceDim::scalar, a, scaler, {}, d, true, mode);
        EXPECT_EQ(d.word[0], 10u);
    }
}

TEST(Reduce, ExtremesOfAllAndOfLittle) {
    Random random(29);
    const auto a = operand(Format::float16_b, Format::float16_b, Mix::normal, random);
    SrcTile ones;
    ones.word.fill(0x3f800000u);
    std::uint32_t most = 0xff800000u, least = 0x7f800000u, upper = 0xff800000u;
    for (std::uint32_t i = 0; i < kTileDatums; i++) {
        const std::uint32_t w = a->tile.word[i];
        if (rank(w) > rank(most)) most = w;
        if (rank(w) < rank(least)) least = w;
        if (i < 256 && i / 16 == 5 && rank(w) > rank(upper)) upper = w;
    }
    for (const DstKind dst : {DstKind::bf16, DstKind::fp32}) {
        DstTile d;
        const Fpu& unit = fpu(Arithmetic::fast);
        unit.reduce(Pool::max, ReduceDim::scalar, a->tile, ones, {}, d, true, {.dst = dst});
        EXPECT_EQ(d.word[0], most);
        EXPECT_EQ(d.word[1], 0u);
        unit.reduce(Pool::min, ReduceDim::scalar, a->tile, ones, {}, d, true, {.dst = dst});
        EXPECT_EQ(d.word[0], least);
        unit.reduce(Pool::max, ReduceDim::row, a->tile, ones, {16, 1, 1}, d, true, {.dst = dst});
        EXPECT_EQ(d.word[5 * 16], upper) << "one face";
    }
}

// The documented comparison, one datum at a time: sign, nine bits of exponent, ten of mantissa.
struct Compared {
    int negative = 0;
    std::uint32_t exponent = 0, mantissa = 0;
    std::int64_t order() const {
        const auto m = static_cast<std::int64_t>(exponent << 10 | mantissa);
        return negative != 0 ? -m : m;
    }
};
std::uint32_t greatest(const std::array<std::uint32_t, 16>& data,
                       const std::array<std::uint32_t, 16>& scaler, std::uint32_t dst, bool bf16) {
    const std::uint32_t mask = bf16 ? 0x3f8 : 0x3ff;
    Compared most = {static_cast<int>(dst >> 31), (dst >> 23 & 255) + 127, dst >> 13 & mask};
    for (std::uint32_t i = 0; i < 16; i++) {
        const std::uint32_t own = data[i] >> 23 & 255, by = scaler[i] >> 23 & 255;
        Compared x;
        if (by == 0)
            x = {1, 511, 1023};
        else if (own != 0)
            x = {static_cast<int>(data[i] >> 31), own + by, data[i] >> 13 & mask};
        if (x.order() >= most.order()) most = x;
    }
    if (most.exponent == 0) return 0;
    const std::uint32_t e = (most.exponent - 127) & 255;
    return static_cast<std::uint32_t>(most.negative) << 31 | e << 23 | (most.mantissa & mask) << 13;
}

TEST(Reduce, MaximaFollowTheDocumentedComparison) {
    Random random(31);
    for (const bool wide : {false, true})
        for (int turn = 0; turn < 200; turn++) {
            SrcTile a, scaler;
            DstTile d;
            a.word.fill(0), scaler.word.fill(0x3f800000);
            const std::uint32_t cut = wide ? 0xffffe000 : 0xffff0000;
            for (auto& w : a.word) {
                w = static_cast<std::uint32_t>(random()) & cut;
                if ((w & 0x7f800000) == 0) w = 0;
                if (turn % 3 == 0) w |= 0x80000000;
            }
            // One, powers of two that overflow and underflow, and nothing.
            for (auto& w : scaler.word) {
                constexpr std::uint32_t kScalers[] = {0x3f800000, 0x3f800000, 0x7f000000,
                                                      0x00800000, 0x40490000, 0};
                w = kScalers[random() % (turn % 2 == 0 ? 6 : 2)];
            }
            const FpuMode mode = mode_of(Fidelity::hifi4, Silicon::wormhole, false, wide);
            for (auto& w : d.word) w = static_cast<std::uint32_t>(random()) & cut;
            const DstTile before = d;
            for (const bool fresh : {false, true}) {
                d = before;
                fpu(Arithmetic::exact)
                    .reduce(Pool::max, ReduceDim::column, a, scaler, {16, 1, 1}, d, fresh, mode);
                for (std::uint32_t c = 0; c < 16; c++) {
                    std::array<std::uint32_t, 16> data, factors;
                    for (std::uint32_t r = 0; r < 16; r++)
                        data[r] = a.word[r * 16 + c], factors[r] = scaler.word[r];
                    const std::uint32_t old = fresh ? cut : before.word[c];
                    ASSERT_EQ(d.word[c], greatest(data, factors, old, !wide)) << c;
                }
            }
        }
}

TEST(Reduce, MaximaKeepNaN) {
    SrcTile a, ones;
    ones.word.fill(0x3f800000u);
    a.word.fill(0x3f800000u);
    a.word[5] = 0x7fc02000u;
    DstTile d;
    const Fpu& unit = fpu(Arithmetic::exact);
    const FpuMode mode = {.dst = DstKind::fp32, .tf32 = true};
    unit.reduce(Pool::max, ReduceDim::column, a, ones, {}, d, true, mode);
    EXPECT_EQ(d.word[5], 0x7fc02000u);
    unit.reduce(Pool::max, ReduceDim::scalar, a, ones, {}, d, true, mode);
    EXPECT_EQ(d.word[0], 0x7fc02000u);
    unit.reduce(Pool::max, ReduceDim::row, a, ones, {}, d, true, mode);
    EXPECT_EQ(d.word[0], 0x7f800000u) << "which is added to zero on its way to the column";
}

// 19 bits of what Dst holds are compared, 13 are written; a scaler of zero leaves the least.
TEST(Reduce, MaximaOfIntegers) {
    SrcTile a, ones;
    a.word.fill(std::bit_cast<std::uint32_t>(-100.0f));
    ones.word.fill(std::bit_cast<std::uint32_t>(1.0f));
    const FpuMode mode = {.dst = DstKind::int32, .integer = true};
    const auto column = [&](std::uint32_t before, bool fresh) {
        DstTile d;
        d.word.fill(before);
        fpu(Arithmetic::exact).reduce(Pool::max, ReduceDim::column, a, ones, {}, d, fresh, mode);
        return d.word[3];
    };
    EXPECT_EQ(column(0, true), 0x80000000u | 100);
    EXPECT_EQ(column(0x80000000u | 99, false), 0x80000000u | 99);
    EXPECT_EQ(column(0x80000000u | 101, false), 0x80000000u | 100);
    EXPECT_EQ(column(0x4003, false), 3u) << "sixteen thousand and three";
    EXPECT_EQ(column(0x80080001u, false), 0x80000000u | 1);
    ones.word.fill(0);
    EXPECT_EQ(column(0, true), 0x80001fffu);
}

TEST(Reduce, MaximaAreScaledByExponents) {
    SrcTile a, scaler;
    a.word.fill(std::bit_cast<std::uint32_t>(3.0f));
    scaler.word.fill(std::bit_cast<std::uint32_t>(0.75f));  // counts as one half
    DstTile d;
    fpu(Arithmetic::exact)
        .reduce(Pool::max, ReduceDim::column, a, scaler, {}, d, true, {.dst = DstKind::fp32});
    EXPECT_EQ(std::bit_cast<float>(d.word[0]), 1.5f);
}

}  // namespace
}  // namespace ironbird::tile

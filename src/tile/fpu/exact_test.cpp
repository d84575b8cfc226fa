// The exact matrix unit bit for bit against the plain description: over a million sums of products,
// and every other operation, on both chips.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tile/reference/operands.hpp"

#pragma GCC optimize("O2")  // over a million sums of 128 products

namespace ironbird::tile {
namespace {

using namespace reference;

constexpr Fidelity kFidelities[] = {Fidelity::lofi, Fidelity::hifi2, Fidelity::hifi3,
                                    Fidelity::hifi4};
constexpr Silicon kChips[] = {Silicon::wormhole, Silicon::blackhole};

struct Inputs {
    Format in, reg;
};
constexpr Inputs kInputs[] = {{Format::float16_b, Format::float16_b},
                              {Format::float32, Format::tf32},
                              {Format::bfp8_b, Format::bfp8_b},
                              {Format::float16, Format::float16}};

DstKind dst_of(bool half, bool wide) {
    return wide ? DstKind::fp32 : half ? DstKind::fp16 : DstKind::bf16;
}

FpuMode mode_of(Fidelity fidelity, Silicon chip, bool half, bool wide) {
    return {.dst = dst_of(half, wide),
            .fidelity = fidelity,
            .silicon = chip,
            .half_precision = half,
            .tf32 = wide && !half};
}

Unit unit_of(const FpuMode& mode) {
    return {mode.dst == DstKind::fp32, mode.half_precision, mode.silicon != Silicon::blackhole};
}

// One element of a 32 x 32 x 32 product: phases outside, halves of the inner dimension inside.
std::uint32_t expected_product(const Operand& b, const Operand& a, std::uint32_t row,
                               std::uint32_t column, std::uint32_t dst, const FpuMode& mode) {
    const Unit unit = unit_of(mode);
    for (int phase = 0; phase < static_cast<int>(phases(mode.fidelity)); phase++)
        for (std::uint32_t k = 0; k < 32; k += 16) {
            Datum left[16], right[16];
            for (std::uint32_t i = 0; i < 16; i++) {
                left[i] = b.at(row, k + i);
                right[i] = a.at(k + i, column);
            }
            dst = multiply(right, left, dst, phase, unit);
        }
    return dst;
}

class Matmul : public testing::TestWithParam<Inputs> {};

TEST_P(Matmul, BitForBit) {
    Random random(7);
    const auto [in, reg] = GetParam();
    for (const Fidelity fidelity : kFidelities)
        for (const Silicon chip : kChips)
            for (const bool wide : {false, true})
                for (const Mix mix : kMixes) {
                    const auto b = operand(in, reg, mix, random), a = operand(in, reg, mix, random);
                    const FpuMode mode = mode_of(fidelity, chip, a->half, wide);
                    for (const bool fresh : {true, false, false, false}) {
                        const auto before = dst_tile(mode.dst, mix, random);
                        DstTile got = *before;
                        fpu(Arithmetic::exact).matmul(b->tile, a->tile, {}, {}, got, fresh, mode);
                        for (std::uint32_t i = 0; i < kTileDatums; i++) {
                            const std::uint32_t row = i / 512 * 16 + i / 16 % 16,
                                                column = i / 256 % 2 * 16 + i % 16;
                            const std::uint32_t old = fresh ? 0 : before->word[i];
                            ASSERT_EQ(got.word[i], expected_product(*b, *a, row, column, old, mode))
                                << fmt::format(
                                       "mix {} fidelity {} chip {} wide {} [{}][{}] on {:08x}",
                                       static_cast<int>(mix), static_cast<int>(fidelity),
                                       static_cast<int>(chip), wide, row, column, old);
                        }
                    }
                }
}

std::string name_of(const testing::TestParamInfo<Inputs>& info) {
    return std::string(find(info.param.reg)->name);
}
INSTANTIATE_TEST_SUITE_P(Formats, Matmul, testing::ValuesIn(kInputs), name_of);

TEST(Matmul, SmallerTiles) {
    Random random(8);
    const auto b = operand(Format::float16_b, Format::float16_b, Mix::normal, random);
    const auto a = operand(Format::float16_b, Format::float16_b, Mix::normal, random);
    const FpuMode mode = mode_of(Fidelity::hifi2, Silicon::wormhole, false, true);
    DstTile whole, got;
    const Fpu& unit = fpu(Arithmetic::exact);
    unit.matmul(b->tile, a->tile, {}, {}, whole, true, mode);
    got.word.fill(0x12345678);
    unit.matmul(b->tile, a->tile, {16, 1, 2}, {}, got, true, mode);  // 16 x 32 times 32 x 32
    for (std::uint32_t i = 0; i < kTileDatums; i++)
        ASSERT_EQ(got.word[i], i < 512 ? whole.word[i] : 0u);
}

TEST(Matmul, Integers) {
    Random random(9);
    std::vector<std::uint8_t> bytes(2048);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    SrcTile b, a;
    src_unpacker(Format::int8, Format::int8)(bytes.data(), {}, b);
    src_unpacker(Format::uint8, Format::uint8)(bytes.data() + 1024, {}, a);
    const auto value = [](const SrcTile& t, std::uint32_t row, std::uint32_t column) {
        const std::uint32_t i = (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16;
        return static_cast<int>(std::bit_cast<float>(t.word[i]));
    };
    for (const Fidelity fidelity : kFidelities) {
        FpuMode mode = {.dst = DstKind::int32, .fidelity = fidelity, .integer = true};
        DstTile got;
        for (std::uint32_t i = 0; i < kTileDatums; i++) got.word[i] = i % 3 * 0x3fffffe0;
        const DstTile before = got;
        fpu(Arithmetic::exact).matmul(b, a, {}, {}, got, false, mode);
        for (std::uint32_t i = 0; i < kTileDatums; i++) {
            const std::uint32_t row = i / 512 * 16 + i / 16 % 16,
                                column = i / 256 % 2 * 16 + i % 16;
            auto want = static_cast<std::int32_t>(before.word[i]);
            for (int phase = 0; phase < static_cast<int>(phases(fidelity)); phase++)
                for (std::uint32_t k = 0; k < 32; k += 16) {
                    std::int64_t sum = want;
                    for (std::uint32_t n = k; n < k + 16; n++)
                        sum += integer_product(value(a, n, column), value(b, row, n), phase);
                    want = saturated(sum);
                }
            ASSERT_EQ(static_cast<std::int32_t>(got.word[i]), want);
        }
    }
}

// ---- element-wise

std::uint32_t spread_index(Broadcast bcast, std::uint32_t i) {
    const std::uint32_t face = i / 256, row = i / 16 % 16, column = i % 16;
    switch (bcast) {
        case Broadcast::none:
            return i;
        case Broadcast::column:
            return face / 2 * 512 + row * 16;
        case Broadcast::row:
            return face % 2 * 256 + column;
        case Broadcast::scalar:
            return 0;
    }
    return i;
}

struct Case {
    Elementwise op;
    Broadcast bcast;
    bool fresh, accumulate;
};

std::uint32_t expected(const Case& c, const Datum& a, const Datum& b, std::uint32_t dst,
                       const FpuMode& mode) {
    const Unit unit = unit_of(mode);
    if (c.fresh || (c.op != Elementwise::mul && !c.accumulate)) dst = 0;
    if (c.op != Elementwise::mul) return elementwise_sum(a, b, c.op == Elementwise::sub, dst, unit);
    for (int phase = 0; phase < static_cast<int>(phases(mode.fidelity)); phase++)
        dst = elementwise_product(a, b, dst, phase, unit);
    return dst;
}

class Binary : public testing::TestWithParam<Inputs> {};

TEST_P(Binary, BitForBit) {
    Random random(11);
    const auto [in, reg] = GetParam();
    for (const Elementwise op : {Elementwise::mul, Elementwise::add, Elementwise::sub})
        for (const Silicon chip : kChips)
            for (const bool wide : {false, true})
                for (const Mix mix : kMixes)
                    for (std::uint32_t n = 0; n < 8; n++) {
                        const auto a = operand(in, reg, mix, random),
                                   b = operand(in, reg, mix, random);
                        const FpuMode mode = mode_of(kFidelities[n % 4], chip, a->half, wide);
                        const Case c = {op, static_cast<Broadcast>(n % 4), n % 3 == 0, n % 2 == 0};
                        const auto before = dst_tile(mode.dst, mix, random);
                        DstTile got = *before;
                        fpu(Arithmetic::exact)
                            .elementwise(op, a->tile, b->tile, c.bcast, got, c.fresh, c.accumulate,
                                         mode);
                        for (std::uint32_t i = 0; i < kTileDatums; i++)
                            ASSERT_EQ(got.word[i],
                                      expected(c, a->datum[i], b->datum[spread_index(c.bcast, i)],
                                               before->word[i], mode))
                                << fmt::format("op {} mix {} {:08x} {:08x} on {:08x}",
                                               static_cast<int>(op), static_cast<int>(mix),
                                               a->tile.word[i], b->tile.word[i], before->word[i]);
                    }
}
INSTANTIATE_TEST_SUITE_P(Formats, Binary, testing::ValuesIn(kInputs), name_of);

// ---- reductions

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
                    if (wide && (best & 0x7f800000) == 0x7f800000) best &= 0xff800000;
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
                    if ((best & 0x7f800000) == 0x7f800000) best &= 0xff800000;
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

TEST(Reduce, MaximaAreScaledByExponents) {
    SrcTile a, scaler;
    a.word.fill(std::bit_cast<std::uint32_t>(3.0f));
    scaler.word.fill(std::bit_cast<std::uint32_t>(0.75f));  // counts as one half
    DstTile d;
    fpu(Arithmetic::exact)
        .reduce(Pool::max, ReduceDim::column, a, scaler, {}, d, true, {.dst = DstKind::fp32});
    EXPECT_EQ(std::bit_cast<float>(d.word[0]), 1.5f);
}

// ---- moves

TEST(Moves, CopyCutsAndSpreads) {
    Random random(19);
    const auto s = operand(Format::float32, Format::tf32, Mix::bit_soup, random);
    DstTile d;
    for (const Broadcast bcast :
         {Broadcast::none, Broadcast::column, Broadcast::row, Broadcast::scalar}) {
        fpu(Arithmetic::exact).copy(s->tile, bcast, d, {.dst = DstKind::bf16});
        for (std::uint32_t i = 0; i < kTileDatums; i++)
            ASSERT_EQ(d.word[i], s->tile.word[spread_index(bcast, i)] & 0xffff0000);
        fpu(Arithmetic::exact).copy(s->tile, bcast, d, {.dst = DstKind::fp32});
        for (std::uint32_t i = 0; i < kTileDatums; i++) {
            std::uint32_t want = s->tile.word[spread_index(bcast, i)];
            if ((want & 0x7f800000) == 0x7f800000) want &= 0xff800000;
            ASSERT_EQ(d.word[i], want);
        }
    }
}

TEST(Moves, NarrowTilesSpreadDownTheirFaces) {
    SrcTile s;
    for (std::uint32_t i = 0; i < kTileDatums; i++) s.word[i] = i << 16;
    DstTile d;
    fpu(Arithmetic::exact)
        .copy(s, Broadcast::column, d, {.dst = DstKind::raw16, .shape = {16, 2, 1}});
    EXPECT_EQ(d.word[256 + 35], (256u + 32) << 16) << "face 1 lies below face 0";
    fpu(Arithmetic::exact).copy(s, Broadcast::row, d, {.dst = DstKind::raw16, .shape = {16, 2, 1}});
    EXPECT_EQ(d.word[256 + 35], 3u << 16);
}

TEST(Moves, DstGoesBackToSrc) {
    Random random(23);
    SrcTile s;
    const auto d = dst_tile(DstKind::fp32, Mix::wide, random);
    const Fpu& unit = fpu(Arithmetic::exact);
    unit.dst_to_src(*d, false, s, {.dst = DstKind::fp32, .tf32 = true});
    EXPECT_EQ(s.word[5], d->word[5] & 0xffffe000);
    EXPECT_TRUE(s.fine);
    unit.dst_to_src(*d, false, s, {.dst = DstKind::fp32});
    EXPECT_EQ(s.word[5], d->word[5] & 0xffff0000);
    EXPECT_FALSE(s.fine);
    unit.dst_to_src(*d, true, s, {.dst = DstKind::fp32});
    EXPECT_EQ(s.word[5], 0u);
    const auto h = dst_tile(DstKind::fp16, Mix::bit_soup, random);
    unit.dst_to_src(*h, false, s, {.dst = DstKind::fp16, .half_precision = true});
    for (std::uint32_t i = 0; i < kTileDatums; i++)
        ASSERT_EQ(s.word[i], src_word(from_fp16(h->word[i] >> 16), true));
}

TEST(Moves, IntegersAndRawData) {
    SrcTile s;
    s.word.fill(std::bit_cast<std::uint32_t>(-77.0f));
    DstTile d;
    const Fpu& unit = fpu(Arithmetic::fast);
    unit.copy(s, Broadcast::none, d, {.dst = DstKind::int32, .integer = true});
    EXPECT_EQ(static_cast<std::int32_t>(d.word[9]), -77);
    s.word.fill(0x01000000u);  // 256 as 16-bit data: as a float it would be a denormal
    unit.copy(s, Broadcast::none, d, {.dst = DstKind::raw16, .raw16 = true});
    EXPECT_EQ(d.word[9], 0x01000000u);
    unit.copy(s, Broadcast::none, d, {.dst = DstKind::int32, .raw16 = true});
    EXPECT_EQ(d.word[9], 0x100u) << "the lower half of a 32-bit Dst";
}

}  // namespace
}  // namespace ironbird::tile

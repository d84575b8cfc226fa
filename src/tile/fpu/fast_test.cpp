// The fast matrix unit against double precision with stated bounds, and against the exact one where
// results leave the finite numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tile/reference/operands.hpp"

namespace ironbird::tile {
namespace {

using namespace reference;

// Units in the last place of what Dst holds, as a fraction of the value.
double half_unit(DstKind dst) {
    return dst == DstKind::fp32 ? 0x1p-24 : dst == DstKind::fp16 ? 0x1p-11 : 0x1p-8;
}

double value(std::uint32_t word, DstKind dst) {
    return std::bit_cast<float>(dst == DstKind::fp16 ? fp16_as_float(word >> 16) : word);
}

double value(const SrcTile& tile, std::uint32_t row, std::uint32_t column) {
    const std::uint32_t i = (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16;
    return std::bit_cast<float>(tile.word[i]);
}

struct Inputs {
    Format in, reg;
    DstKind dst;
};
constexpr Inputs kInputs[] = {
    {Format::float16_b, Format::float16_b, DstKind::bf16},
    {Format::float16_b, Format::float16_b, DstKind::fp32},
    {Format::float32, Format::tf32, DstKind::bf16},
    {Format::float32, Format::tf32, DstKind::fp32},
    {Format::bfp8_b, Format::bfp8_b, DstKind::bf16},
    {Format::float16, Format::float16, DstKind::fp16},
    {Format::float16, Format::float16, DstKind::fp32},
};

FpuMode mode_of(const Inputs& inputs) {
    return {.dst = inputs.dst, .half_precision = find(inputs.reg)->family == Family::a};
}

class Fast : public testing::TestWithParam<Inputs> {};

// |got - sum| <= half a unit of Dst + 33 roundings of single precision, relative to the sum of
// magnitudes.
TEST_P(Fast, ProductsWithinHalfAUnit) {
    Random random(31);
    const auto [in, reg, dst] = GetParam();
    for (int n = 0; n < 8; n++)
        for (const bool fresh : {true, false}) {
            const auto b = operand(in, reg, Mix::normal, random),
                       a = operand(in, reg, Mix::normal, random);
            const auto before = dst_tile(dst, Mix::normal, random);
            DstTile got = *before;
            fpu(Arithmetic::fast).matmul(b->tile, a->tile, {}, {}, got, fresh, mode_of(GetParam()));
            for (std::uint32_t i = 0; i < kTileDatums; i++) {
                const std::uint32_t row = i / 512 * 16 + i / 16 % 16,
                                    column = i / 256 % 2 * 16 + i % 16;
                double sum = fresh ? 0 : value(before->word[i], dst), size = std::abs(sum);
                for (std::uint32_t k = 0; k < 32; k++) {
                    const double p = value(b->tile, row, k) * value(a->tile, k, column);
                    sum += p;
                    size += std::abs(p);
                }
                ASSERT_NEAR(value(got.word[i], dst), sum,
                            half_unit(dst) * std::abs(sum) * 1.0001 + 33 * 0x1p-24 * size);
            }
        }
}

TEST_P(Fast, ElementwiseWithinHalfAUnit) {
    Random random(37);
    const auto [in, reg, dst] = GetParam();
    for (const Elementwise op : {Elementwise::mul, Elementwise::add, Elementwise::sub})
        for (const Broadcast bcast : {Broadcast::none, Broadcast::row}) {
            const auto a = operand(in, reg, Mix::normal, random),
                       b = operand(in, reg, Mix::normal, random);
            const auto before = dst_tile(dst, Mix::normal, random);
            DstTile got = *before;
            fpu(Arithmetic::fast)
                .elementwise(op, a->tile, b->tile, bcast, got, false, true, mode_of(GetParam()));
            for (std::uint32_t i = 0; i < kTileDatums; i++) {
                const std::uint32_t row = i / 512 * 16 + i / 16 % 16,
                                    column = i / 256 % 2 * 16 + i % 16;
                const double x = value(a->tile, row, column),
                             y = value(b->tile, bcast == Broadcast::row ? 0 : row, column),
                             z = value(before->word[i], dst);
                const double v = op == Elementwise::mul   ? x * y
                                 : op == Elementwise::add ? x + y
                                                          : x - y;
                ASSERT_NEAR(value(got.word[i], dst), v + z,
                            half_unit(dst) * std::abs(v + z) * 1.0001 +
                                0x1p-23 * (std::abs(v) + std::abs(z)));
            }
        }
}

struct Reduced {
    double sum = 0, size = 0;
};

// Of the numbers that belong to result n, a quarter of each.
Reduced expected_reduction(const SrcTile& tile, ReduceDim dim, std::uint32_t n) {
    Reduced out;
    for (std::uint32_t y = 0; y < 32; y++)
        for (std::uint32_t x = 0; x < 32; x++) {
            const bool mine = dim == ReduceDim::scalar || (dim == ReduceDim::row ? y : x) == n;
            const double v = mine ? value(tile, y, x) * 0.25 : 0;
            out.sum += dim == ReduceDim::scalar ? v * 0.25 : v;
            out.size += std::abs(v);
        }
    return out;
}

TEST_P(Fast, ReductionsWithinTheirRoundings) {
    Random random(41);
    const auto [in, reg, dst] = GetParam();
    const auto a = operand(in, reg, Mix::normal, random);
    SrcTile scaler;
    scaler.word.fill(0);
    for (std::uint32_t i = 0; i < kTileDatums; i++)
        if (i % 256 < 16) scaler.word[i] = std::bit_cast<std::uint32_t>(0.25f);
    for (const ReduceDim dim : {ReduceDim::row, ReduceDim::column, ReduceDim::scalar}) {
        DstTile got;
        fpu(Arithmetic::fast)
            .reduce(Pool::sum, dim, a->tile, scaler, {}, got, true, mode_of(GetParam()));
        const std::uint32_t results = dim == ReduceDim::scalar ? 1 : 32;
        for (std::uint32_t n = 0; n < results; n++) {
            const auto [sum, size] = expected_reduction(a->tile, dim, n);
            const std::uint32_t at =
                dim == ReduceDim::row ? n / 16 * 512 + n % 16 * 16 : n / 16 * 256 + n % 16;
            ASSERT_NEAR(value(got.word[at], dst), sum,
                        half_unit(dst) * std::abs(sum) * 1.0001 +
                            (dim == ReduceDim::scalar ? half_unit(dst) : 0x1p-20) * size);
        }
        EXPECT_EQ(got.word[256 + 17], 0u);
    }
}

// Tiles with infinities and NaN patterns: large numbers to the chip, and nothing if multiplied with
// nothing. Sums without an overflow are those of the exact unit, but for its roundings.
TEST_P(Fast, NotFiniteIsAsOnTheChip) {
    Random random(43);
    const auto [in, reg, dst] = GetParam();
    FpuMode mode = mode_of(GetParam());
    mode.fidelity = Fidelity::hifi4;
    if (find(in)->shared_exponent || mode.half_precision) return;
    auto a = operand(in, reg, Mix::normal, random), b = operand(in, reg, Mix::normal, random);
    for (std::uint32_t i = 0; i < 256; i += 7) a->tile.word[i] = 0x7f800000;
    for (std::uint32_t i = 0; i < 256; i += 11) b->tile.word[i] = i % 2 != 0 ? 0xffc00000 : 0;
    DstTile fast, exact;
    fpu(Arithmetic::fast).matmul(b->tile, a->tile, {}, {}, fast, true, mode);
    fpu(Arithmetic::exact).matmul(b->tile, a->tile, {}, {}, exact, true, mode);
    int infinite = 0;
    for (std::uint32_t i = 0; i < kTileDatums; i++) {
        ASSERT_LE(fast.word[i] & 0x7fffffff, 0x7f800000u) << "no NaN";
        const bool overflow = (fast.word[i] & 0x7f800000) == 0x7f800000;
        infinite += overflow;
        if (!overflow) {
            const double want = value(exact.word[i], dst);
            ASSERT_NEAR(value(fast.word[i], dst), want, std::abs(want) * 0.1 + 0.5) << i;
        }
    }
    EXPECT_GT(infinite, 64);
    fpu(Arithmetic::fast)
        .elementwise(Elementwise::mul, a->tile, b->tile, Broadcast::none, fast, true, false, mode);
    EXPECT_EQ(fast.word[0], 0u) << "infinity times nothing is nothing";
    EXPECT_EQ(fast.word[77], 0xff800000u) << "infinity times NaN is infinite";
}

INSTANTIATE_TEST_SUITE_P(Formats, Fast, testing::ValuesIn(kInputs), [](const auto& info) {
    return fmt::format("{}_Dst{}", find(info.param.reg)->name, static_cast<int>(info.param.dst));
});

// Operands as the quickest unpacker leaves them: the same results from every operation.
TEST(Fast, PairsAreAsGoodAsWords) {
    Random random(53);
    const Fpu& unit = fpu(Arithmetic::fast);
    for (const Mix mix : kMixes) {
        const auto l1 = bytes(Format::float16_b, mix, random),
                   l2 = bytes(Format::float16_b, mix, random);
        SrcTile b, a, b_words, a_words;
        const auto unpack = [](bool in0, Arithmetic arithmetic) {
            return matmul_unpacker(arithmetic, in0, Format::float16_b, Format::float16_b);
        };
        unpack(true, Arithmetic::fast)(l1.data(), {}, b);
        unpack(false, Arithmetic::fast)(l2.data(), {}, a);
        unpack(true, Arithmetic::exact)(l1.data(), {}, b_words);
        unpack(false, Arithmetic::exact)(l2.data(), {}, a_words);
        ASSERT_EQ(b_words.layout, SrcLayout::words);
        DstTile got, want;
        for (const bool fresh : {true, false}) {
            unit.matmul(b, a, {}, {}, got, fresh, {});
            unit.matmul(b_words, a_words, {}, {}, want, fresh, {});
            ASSERT_EQ(got.word, want.word) << static_cast<int>(mix);
        }
        fpu(Arithmetic::exact).matmul(a, b, {}, {}, got, true, {});
        fpu(Arithmetic::exact).matmul(a_words, b_words, {}, {}, want, true, {});
        EXPECT_EQ(got.word, want.word) << "in the wrong place";
        unit.matmul(a, b, {16, 2, 1}, {16, 1, 2}, got, true, {});
        unit.matmul(a_words, b_words, {16, 2, 1}, {16, 1, 2}, want, true, {});
        EXPECT_EQ(got.word, want.word) << "in the wrong place";
        unit.elementwise(Elementwise::sub, a, b, Broadcast::row, got, true, false, {});
        unit.elementwise(Elementwise::sub, a_words, b_words, Broadcast::row, want, true, false, {});
        EXPECT_EQ(got.word, want.word);
        unit.reduce(Pool::sum, ReduceDim::row, a, b, {}, got, true, {});
        unit.reduce(Pool::sum, ReduceDim::row, a_words, b_words, {}, want, true, {});
        EXPECT_EQ(got.word, want.word);
        for (const DstKind dst : {DstKind::bf16, DstKind::fp32})
            for (const Broadcast bcast : {Broadcast::none, Broadcast::column}) {
                unit.copy(a, bcast, got, {.dst = dst});
                unit.copy(a_words, bcast, want, {.dst = dst});
                EXPECT_EQ(got.word, want.word);
                unit.copy(b, bcast, got, {.dst = dst});
                unit.copy(b_words, bcast, want, {.dst = dst});
                EXPECT_EQ(got.word, want.word);
            }
    }
    std::vector<std::uint8_t> small(bytes_of(Format::float16_b, {4, 1, 2}), 0x3f);
    SrcTile tile;
    matmul_unpacker(Arithmetic::fast, true, Format::float16_b, Format::float16_b)(small.data(),
                                                                                  {4, 1, 2}, tile);
    EXPECT_EQ(tile.layout, SrcLayout::words) << "small faces are padded";
}

TEST(Fast, StoresRoundHalfAwayAndFlush) {
    SrcTile a, b;
    b.word.fill(0);
    const auto stored = [&](std::uint32_t word, DstKind dst) {
        a.word.fill(word);
        DstTile d;
        fpu(Arithmetic::fast)
            .elementwise(Elementwise::add, a, b, Broadcast::none, d, true, false, {.dst = dst});
        return d.word[3];
    };
    EXPECT_EQ(stored(0x3f808000, DstKind::bf16), 0x3f810000u) << "a tie goes up";
    EXPECT_EQ(stored(0xbf808000, DstKind::bf16), 0xbf810000u) << "away from zero";
    EXPECT_EQ(stored(0x3f806000, DstKind::bf16), 0x3f800000u);
    EXPECT_EQ(stored(0x7f7fe000, DstKind::bf16), 0x7f800000u) << "overflow";
    EXPECT_EQ(stored(0x80000000, DstKind::fp32), 0u) << "no negative zero";
}

TEST(Fast, ProductsOfTinyNumbersVanish) {
    SrcTile a, b;
    a.word.fill(std::bit_cast<std::uint32_t>(0x1p-70f));
    b.word.fill(std::bit_cast<std::uint32_t>(-0x1p-70f));
    for (const bool fine : {false, true}) {
        a.fine = b.fine = fine;
        DstTile d;
        fpu(Arithmetic::fast).matmul(b, a, {}, {}, d, true, {.dst = DstKind::fp32});
        EXPECT_EQ(d.word[0], 0u);
    }
}

TEST(Fast, IntegersAreExact) {
    Random random(47);
    std::vector<std::uint8_t> bytes(2048);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    SrcTile b, a;
    src_unpacker(Format::int8, Format::int8)(bytes.data(), {}, b);
    src_unpacker(Format::int8, Format::int8)(bytes.data() + 1024, {}, a);
    const FpuMode mode = {.dst = DstKind::int32, .integer = true};
    DstTile fast, exact;
    fpu(Arithmetic::fast).matmul(b, a, {}, {}, fast, true, mode);
    fpu(Arithmetic::exact).matmul(b, a, {}, {}, exact, true, mode);
    EXPECT_EQ(fast.word, exact.word);
    fpu(Arithmetic::fast).matmul(b, a, {}, {}, fast, false, mode);
    fpu(Arithmetic::exact).matmul(b, a, {}, {}, exact, false, mode);
    EXPECT_EQ(fast.word, exact.word);
}

}  // namespace
}  // namespace ironbird::tile

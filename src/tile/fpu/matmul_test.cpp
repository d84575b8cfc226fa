// Exact matmul bit for bit against the plain description: over a million sums, on both chips.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tile/reference/cases.hpp"

#pragma GCC optimize("O2")  // over a million sums of 128 products

namespace ironbird::tile {
namespace {

using namespace reference;

// One element of a 32 x 32 x 32 matmul: phases outside, halves of the inner dimension inside.
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
            const std::uint32_t sign = want < 0 ? 0x80000000u : 0;
            ASSERT_EQ(got.word[i], sign | static_cast<std::uint32_t>(std::abs(want)))
                << "a sign and a magnitude";
        }
    }
}

}  // namespace
}  // namespace ironbird::tile

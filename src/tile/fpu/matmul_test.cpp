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

// `before`: what Dst held, if it is added to.
void expect_product(const Operand& b, const Operand& a, const DstTile* before, const DstTile& got,
                    const FpuMode& mode) {
    for (std::uint32_t i = 0; i < kTileDatums; i++) {
        const std::uint32_t row = i / 512 * 16 + i / 16 % 16, column = i / 256 % 2 * 16 + i % 16;
        const std::uint32_t old = before == nullptr ? 0 : before->word[i];
        ASSERT_EQ(got.word[i], expected_product(b, a, row, column, old, mode))
            << fmt::format("[{}][{}] on {:08x}", row, column, old);
    }
}

// Into a Dst that is overwritten, then three times onto what it held.
void check_products(const Operand& b, const Operand& a, Mix mix, const FpuMode& mode,
                    Random& random) {
    for (const bool fresh : {true, false, false, false}) {
        const auto before = dst_tile(mode.dst, mix, random);
        DstTile got = *before;
        fpu(Arithmetic::exact).matmul(b.tile, a.tile, {}, {}, got, fresh, mode);
        expect_product(b, a, fresh ? nullptr : before.get(), got, mode);
        if (testing::Test::HasFatalFailure()) return;
    }
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
                    SCOPED_TRACE(fmt::format("mix {} fidelity {} chip {} wide {}",
                                             static_cast<int>(mix), static_cast<int>(fidelity),
                                             static_cast<int>(chip), wide));
                    check_products(*b, *a, mix, mode, random);
                    if (HasFatalFailure()) return;
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

}  // namespace
}  // namespace ironbird::tile

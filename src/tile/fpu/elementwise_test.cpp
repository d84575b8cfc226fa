// Exact element-wise operations bit for bit against the plain description, on both chips.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tile/reference/cases.hpp"

#pragma GCC optimize("O2")  // over a million sums of 128 products

namespace ironbird::tile {
namespace {

using namespace reference;

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
                            ASSERT_EQ(got.word[i], expected(c, a->datum[i],
                                                            b->datum[broadcast_index(c.bcast, i)],
                                                            before->word[i], mode))
                                << fmt::format("op {} mix {} {:08x} {:08x} on {:08x}",
                                               static_cast<int>(op), static_cast<int>(mix),
                                               a->tile.word[i], b->tile.word[i], before->word[i]);
                    }
}

TEST_P(Binary, BroadcastsOfSmallerTiles) {
    Random random(12);
    const auto [in, reg] = GetParam();
    constexpr Broadcast kAll[] = {Broadcast::none, Broadcast::column, Broadcast::row,
                                  Broadcast::scalar};
    for (const Shape shape : {Shape{16, 1, 2}, Shape{16, 2, 1}, Shape{16, 1, 1}, Shape{4, 1, 2}})
        for (const Broadcast bcast : kAll)
            for (const Elementwise op : {Elementwise::mul, Elementwise::add, Elementwise::sub}) {
                const auto a = small_operand(in, reg, shape, Mix::wide, random),
                           b = small_operand(in, reg, shape, Mix::wide, random);
                FpuMode mode = mode_of(Fidelity::hifi4, Silicon::wormhole, a->half, true);
                mode.shape = shape;
                DstTile got;
                fpu(Arithmetic::exact)
                    .elementwise(op, a->tile, b->tile, bcast, got, true, false, mode);
                for (std::uint32_t i = 0; i < shape.faces() * kFaceDatums; i++) {
                    if (i / 16 % 16 >= shape.face_rows) continue;
                    const Datum& other = b->datum[broadcast_index(bcast, i, shape)];
                    ASSERT_EQ(got.word[i],
                              expected({op, bcast, true, false}, a->datum[i], other, 0, mode))
                        << static_cast<int>(bcast) << " datum " << i;
                }
            }
}
INSTANTIATE_TEST_SUITE_P(Formats, Binary, testing::ValuesIn(kInputs), name_of);

}  // namespace
}  // namespace ironbird::tile

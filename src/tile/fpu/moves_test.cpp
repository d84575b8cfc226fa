// Moves between Src and Dst: what they cut, flush and spread.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tile/reference/cases.hpp"

namespace ironbird::tile {
namespace {

using namespace reference;

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

// Moves between Src and Dst: what they cut, flush and broadcast.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tile/fpu/parts.hpp"
#include "tile/reference/cases.hpp"
#include "tile/unpack.hpp"

namespace ironbird::tile {
namespace {

using namespace reference;

TEST(Moves, CopyCutsAndBroadcasts) {
    Random random(19);
    const auto s = operand(Format::float32, Format::tf32, Mix::bit_soup, random);
    DstTile d;
    for (const Broadcast bcast :
         {Broadcast::none, Broadcast::column, Broadcast::row, Broadcast::scalar}) {
        fpu(Arithmetic::exact).copy(s->tile, bcast, d, {.dst = DstKind::bf16});
        for (std::uint32_t i = 0; i < kTileDatums; i++)
            ASSERT_EQ(d.word[i], s->tile.word[broadcast_index(bcast, i)] & 0xffff0000);
        fpu(Arithmetic::exact).copy(s->tile, bcast, d, {.dst = DstKind::fp32});
        for (std::uint32_t i = 0; i < kTileDatums; i++) {
            std::uint32_t want = s->tile.word[broadcast_index(bcast, i)];
            if ((want & 0x7f800000) == 0x7f800000) want &= 0xff800000;
            ASSERT_EQ(d.word[i], want);
        }
    }
}

TEST(Moves, NarrowTilesBroadcastDownTheirFaces) {
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

// Set up for unary operations the unit moves bits: sign and mantissa without an exponent arrive.
TEST(Moves, CopiesKeepDenormalsWhereTheyAreToldTo) {
    const Fpu& unit = fpu(Arithmetic::exact);
    const auto copied = [&](Format in, Format reg, const void* data, Shape shape, bool keep) {
        SrcTile s;
        copy_unpacker(in, reg)(static_cast<const std::uint8_t*>(data), shape, s);
        const DstKind dst = reg == Format::float16 ? DstKind::fp16 : DstKind::bf16;
        const FpuMode mode = {.dst = dst,
                              .half_precision = reg == Format::float16,
                              .keeps_denormals = keep,
                              .shape = shape};
        DstTile d;
        unit.copy(s, Broadcast::none, d, mode);
        SrcTile words;
        EXPECT_EQ(as_words(s, words).word[1], 0u) << "everybody else reads zero";
        return std::array{d.word[0], d.word[1], d.word[2], d.word[700]};
    };
    std::vector<std::uint16_t> bf16(1024, 0x3f80), half(1024, 0x3c00);
    bf16[0] = 0x8000, bf16[1] = 0x807f;
    half[0] = 0x8000, half[1] = 0x83ff;
    std::vector<std::uint32_t> fp32(1024, 0x3f800000);
    fp32[0] = 0x80000000, fp32[1] = 0x807fffff;
    using Four = std::array<std::uint32_t, 4>;
    using enum Format;
    const Shape small = {8, 1, 2};
    for (const Shape shape : {Shape{}, small}) {
        const std::uint32_t one = shape == small ? 0 : 0x3f800000, half_one = one & 0x3c000000;
        EXPECT_EQ(copied(float16_b, float16_b, bf16.data(), shape, true),
                  (Four{0x80000000, 0x807f0000, 0x3f800000, one}));
        EXPECT_EQ(copied(float16_b, float16_b, bf16.data(), shape, false),
                  (Four{0, 0, 0x3f800000, one}));
        EXPECT_EQ(copied(float16, float16, half.data(), shape, true),
                  (Four{0x80000000, 0x83ff0000, 0x3c000000, half_one}));
        EXPECT_EQ(copied(float16, float16, half.data(), shape, false),
                  (Four{0, 0, 0x3c000000, half_one}));
    }
    EXPECT_EQ(copied(float32, float16_b, fp32.data(), {}, true),
              (Four{0x80000000, 0x80000000, 0x3f800000, 0x3f800000}))
        << "the unpacker leaves a denormal's sign";
}

TEST(Moves, IntegersAndRawData) {
    SrcTile s;
    s.word.fill(std::bit_cast<std::uint32_t>(-77.0f));
    DstTile d;
    const Fpu& unit = fpu(Arithmetic::fast);
    unit.copy(s, Broadcast::none, d, {.dst = DstKind::int32, .integer = true});
    EXPECT_EQ(d.word[9], 0x80000000u | 77) << "a sign and a magnitude";
    s.word.fill(0x01000000u);  // 256 as 16-bit data: as a float it would be a denormal
    unit.copy(s, Broadcast::none, d, {.dst = DstKind::raw16, .raw16 = true});
    EXPECT_EQ(d.word[9], 0x01000000u);
    unit.copy(s, Broadcast::none, d, {.dst = DstKind::int32, .raw16 = true});
    EXPECT_EQ(d.word[9], 0x100u) << "the lower half of a 32-bit Dst";
}

}  // namespace
}  // namespace ironbird::tile

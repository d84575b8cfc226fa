// Unpackers against the plain description, for every pattern where there are few enough.
#include "tile/unpack.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tile/reference/operands.hpp"

namespace ironbird::tile {
namespace {

using reference::Mix;

struct Pair {
    Format in, reg;
    Silicon silicon = Silicon::wormhole;
};

using enum Format;
constexpr Pair kPairs[] = {
    {float16_b, float16_b},
    {float32, tf32},
    {float32, float16_b},
    {float32, float16},
    {tf32, tf32},
    {tf32, float16_b},
    {float16, float16},
    {bfp8_b, bfp8_b},
    {bfp8_b, float16_b},
    {bfp4_b, bfp4_b},
    {bfp2_b, bfp2_b},
    {bfp8, bfp8},
    {bfp8, float16},
    {bfp4, bfp4},
    {bfp2, bfp2},
    {lf8, lf8},
    {lf8, lf8, Silicon::blackhole},
    {fp8_e4m3, fp8_e4m3, Silicon::blackhole},
};

// Every byte under every shared exponent, or every 16-bit pattern: tile number n of 64.
std::vector<std::uint8_t> pattern(Format in, std::uint32_t n) {
    std::vector<std::uint8_t> l1(bytes_of(in, {}));
    const FormatRow& row = *find(in);
    if (row.shared_exponent) {
        for (std::uint32_t i = 0; i < 64; i++) l1[i] = static_cast<std::uint8_t>(n * 4 + i / 16);
        for (std::uint32_t i = 64; i < l1.size(); i++) l1[i] = static_cast<std::uint8_t>(i * 37);
        if (row.bits == 8)
            for (std::uint32_t i = 64; i < l1.size(); i++) l1[i] = static_cast<std::uint8_t>(i);
        return l1;
    }
    for (std::uint32_t i = 0; i < kTileDatums; i++) {
        const std::uint32_t v = n * 1024 + i;
        const std::uint32_t w = v << 16 | (v * 40503u & 0xffff);
        std::memcpy(&l1[i * row.bits / 8], row.bits == 32 ? &w : &v, row.bits / 8);
    }
    return l1;
}

class Unpack : public testing::TestWithParam<Pair> {};

TEST_P(Unpack, EveryPatternAsDescribed) {
    const auto [in, reg, silicon] = GetParam();
    const bool half = find(reg)->family == Family::a;
    SrcTile tile;
    for (std::uint32_t n = 0; n < 64; n++) {
        const std::vector<std::uint8_t> l1 = pattern(in, n);
        src_unpacker(in, reg, silicon)(l1.data(), {}, tile);
        for (std::uint32_t i = 0; i < kTileDatums; i++) {
            const auto want = reference::datum_at(l1, in, reg, i, silicon == Silicon::blackhole);
            ASSERT_EQ(tile.word[i], reference::src_word(want, half)) << "datum " << n << ":" << i;
            ASSERT_TRUE(tile.fine || (tile.word[i] & 0xffff) == 0);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Unpack, testing::ValuesIn(kPairs), [](const auto& info) {
    return fmt::format("{}_{}_{}", find(info.param.in)->name, find(info.param.reg)->name,
                       info.index);
});

TEST(Unpack, IntegersKeepTheirValue) {
    std::vector<std::uint8_t> l1(1024);
    std::iota(l1.begin(), l1.end(), std::uint8_t{0});
    SrcTile s, u;
    src_unpacker(int8, int8)(l1.data(), {}, s);
    src_unpacker(uint8, uint8)(l1.data(), {}, u);
    for (int i = 0; i < 1024; i++) {
        const int byte = i % 256, magnitude = byte % 128;
        const auto value = static_cast<float>(byte < 128 ? magnitude : -magnitude);
        EXPECT_EQ(std::bit_cast<float>(s.word[i]), value);
        EXPECT_EQ(std::bit_cast<float>(u.word[i]), static_cast<float>(byte));
    }
    EXPECT_EQ(s.word[128], 0u) << "minus nothing is nothing";
}

TEST(Unpack, PastSrcNothingChanges) {
    reference::Random random(1);
    DstTile tile;
    for (const Format format : {float32, int32, uint32}) {
        const auto l1 = reference::bytes(float32, Mix::bit_soup, random);
        dst_unpacker(format)(l1.data(), {}, tile);
        EXPECT_EQ(std::memcmp(tile.word.data(), l1.data(), 4096), 0);
    }
    for (const Format format : {float16_b, float16, uint16}) {
        const auto l1 = reference::bytes(float16_b, Mix::bit_soup, random);
        dst_unpacker(format)(l1.data(), {}, tile);
        for (std::uint32_t i = 0; i < kTileDatums; i++)
            ASSERT_EQ(tile.word[i],
                      std::uint32_t{l1[2 * i]} << 16 | std::uint32_t{l1[2 * i + 1]} << 24);
    }
}

TEST(Unpack, SmallerTilesLeaveZeros) {
    reference::Random random(2);
    for (const Shape shape : {Shape{16, 1, 2}, Shape{16, 2, 1}, Shape{16, 1, 1}, Shape{4, 1, 2},
                              Shape{1, 1, 2}, Shape{8, 1, 1}})
        for (const auto& [in, reg, chip] : kPairs) {
            if (chip != Silicon::wormhole) continue;
            const auto o = reference::small_operand(in, reg, shape, Mix::bit_soup, random);
            for (std::uint32_t i = 0; i < kTileDatums; i++)
                ASSERT_EQ(o->tile.word[i], reference::src_word(o->datum[i], o->half))
                    << find(in)->name << " datum " << i;
        }
}

TEST(Unpack, TilizeGathersRows) {
    reference::Random random(3);
    constexpr std::uint32_t kRowBytes = 200;
    std::vector<std::uint8_t> block(32 * kRowBytes);
    for (auto& b : block) b = static_cast<std::uint8_t>(random());
    for (const Shape shape : {Shape{}, Shape{16, 1, 2}, Shape{16, 2, 1}, Shape{2, 1, 2}}) {
        std::vector<std::uint8_t> tiled;
        for (std::uint32_t face = 0; face < shape.faces(); face++)
            for (std::uint32_t r = 0; r < shape.face_rows; r++) {
                const std::uint32_t y = face / shape.across * shape.face_rows + r;
                const auto from = block.begin() + y * kRowBytes + face % shape.across * 32;
                tiled.insert(tiled.end(), from, from + 32);
            }
        SrcTile got, want;
        src_tilizer(float16_b, float16_b)(block.data(), kRowBytes, shape, got);
        src_unpacker(float16_b, float16_b)(tiled.data(), shape, want);
        EXPECT_EQ(got.word, want.word);
    }
    DstTile dst;
    dst_tilizer(int32)(block.data(), kRowBytes, {}, dst);
    std::uint32_t word = 0;
    std::memcpy(&word, &block[17 * kRowBytes + 4 * 18], 4);
    EXPECT_EQ(dst.word[3 * 256 + 16 + 2], word);
}

TEST(Unpack, ConversionsThatTheChipLacks) {
    EXPECT_EQ(src_unpacker(int32, int32), nullptr);
    EXPECT_EQ(src_unpacker(float16, float16_b), nullptr);
    EXPECT_EQ(src_unpacker(fp8_e4m3, fp8_e4m3), nullptr) << "Blackhole only";
    EXPECT_EQ(src_tilizer(bfp8_b, bfp8_b), nullptr);
    EXPECT_EQ(dst_unpacker(bfp8_b), nullptr);
}

TEST(Transpose, WithinFacesAndOfFaces) {
    DstTile tile;
    std::iota(tile.word.begin(), tile.word.end(), 0u);
    transpose_within_faces(tile);
    for (std::uint32_t f = 0; f < 4; f++)
        for (std::uint32_t r = 0; r < 16; r++)
            for (std::uint32_t c = 0; c < 16; c++)
                ASSERT_EQ(tile.word[f * 256 + r * 16 + c], f * 256 + c * 16 + r);
    swap_middle_faces(tile);
    EXPECT_EQ(tile.word[256], 512u);
    EXPECT_EQ(tile.word[512], 256u);
    EXPECT_EQ(tile.word[768], 768u);
}

}  // namespace
}  // namespace ironbird::tile

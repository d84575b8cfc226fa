// Packers against the plain description: every pair of formats, ReLU, accumulation, rows, shapes.
#include "tile/pack.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>

#include "tile/reference/operands.hpp"

namespace ironbird::tile {
namespace {

using namespace reference;
using enum Format;

constexpr Format kFloats[] = {float32, tf32, float16_b, float16, bfp8_b, bfp4_b,
                              bfp2_b,  bfp8, bfp4,      bfp2,    lf8,    fp8_e4m3};
constexpr Format kIntegers[] = {int32, uint32, uint16, int8, uint8};

std::uint32_t threshold(const PackMode& mode) {
    const bool half = find(mode.intermediate)->family == Family::a && mode.dst != DstKind::fp32;
    return half ? fp16_as_float(mode.relu_threshold) : mode.relu_threshold << 16;
}

// The whole tile in L1 as described.
std::vector<std::uint8_t> expected(const DstTile& d, bool fresh, Shape shape,
                                   const PackMode& mode) {
    std::vector<std::uint8_t> l1(bytes_of(mode.out, shape));
    const FormatRow& row = *find(mode.out);
    const std::uint32_t data =
        static_cast<std::uint32_t>(l1.size()) - shape.datums() * row.bits / 8;
    std::uint32_t datum = 0;
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        for (std::uint32_t r = 0; r < shape.face_rows; r++) {
            std::array<std::uint32_t, 16> read;
            for (std::uint32_t c = 0; c < 16; c++) {
                const std::uint32_t w = fresh ? 0 : d.word[face * 256 + r * 16 + c];
                read[c] =
                    relu(read_dst(w, mode.dst, mode.intermediate), mode.relu, threshold(mode));
            }
            if (row.shared_exponent) {
                const Block block = shared(read, row.bits, row.family == Family::a);
                l1[datum / 16] = block.exponent;
                read = block.datum;
            }
            for (std::uint32_t c = 0; c < 16; c++, datum++) {
                const std::uint32_t value = row.shared_exponent ? read[c] : late(read[c], mode.out);
                const std::uint32_t bit = datum * row.bits;
                if (row.bits < 8)
                    l1[data + bit / 8] |= static_cast<std::uint8_t>(value << (bit % 8));
                else
                    std::memcpy(&l1[data + bit / 8], &value, row.bits / 8);
            }
        }
    return l1;
}

std::string show(const PackMode& mode) {
    return fmt::format("Dst {} as {} to {} relu {}", static_cast<int>(mode.dst),
                       find(mode.intermediate)->name, find(mode.out)->name,
                       static_cast<int>(mode.relu));
}

// 13 tiles of each possible conversion; the number of conversions that are.
int check_all(std::span<const Format> formats, DstKind dst) {
    Random random(3);
    int possible = 0;
    for (const Format intermediate : formats)
        for (const Format out : formats)
            for (const Relu relu :
                 {Relu::none, Relu::zero, Relu::min_threshold, Relu::max_threshold}) {
                const PackMode mode = {.dst = dst,
                                       .intermediate = intermediate,
                                       .out = out,
                                       .relu = relu,
                                       .relu_threshold = 0x3c80u};
                const PackTile pack = tile_packer(mode);
                if (pack == nullptr) continue;
                possible++;
                for (const Mix mix : kMixes) {
                    const auto d = dst_tile(dst, mix, random);
                    const std::vector<std::uint8_t> want = expected(*d, false, {}, mode);
                    std::vector<std::uint8_t> got(want.size(), 0xcc);
                    pack(*d, false, {}, got.data(), mode);
                    EXPECT_EQ(got, want) << show(mode) << " mix " << static_cast<int>(mix);
                    if (got != want) return -1;
                }
            }
    return possible;
}

TEST(Pack, FloatsFromBf16) {
    EXPECT_EQ(check_all(kFloats, DstKind::bf16), 4 * 9 * 12);
}
TEST(Pack, FloatsFromFp16) {
    EXPECT_EQ(check_all(kFloats, DstKind::fp16), 4 * 6 * 12);
}
TEST(Pack, FloatsFromFp32) {
    EXPECT_EQ(check_all(kFloats, DstKind::fp32), 4 * 12 * 12);
}
TEST(Pack, IntegersFromInt32) {
    EXPECT_EQ(check_all(kIntegers, DstKind::int32), 4 * 7);
}
TEST(Pack, IntegersFromRaw16) {
    EXPECT_EQ(check_all(kIntegers, DstKind::raw16), 4 * 3);
}

TEST(Pack, SmallerTilesAndFreshOnes) {
    Random random(4);
    const auto d = dst_tile(DstKind::bf16, Mix::normal, random);
    for (const Shape shape :
         {Shape{16, 1, 2}, Shape{16, 2, 1}, Shape{16, 1, 1}, Shape{4, 1, 2}, Shape{1, 1, 2}})
        for (const Format out : {float16_b, float32, bfp8_b, bfp4_b})
            for (const bool fresh : {false, true}) {
                const PackMode mode = {.out = out};
                const auto want = expected(*d, fresh, shape, mode);
                std::vector<std::uint8_t> got(want.size() + 16, 0xcc);
                tile_packer(mode)(*d, fresh, shape, got.data(), mode);
                EXPECT_EQ(std::count(got.end() - 16, got.end(), 0xcc), 16) << "past the end";
                got.resize(want.size());
                EXPECT_EQ(got, want) << show(mode);
            }
}

TEST(Pack, RowsAreCutAndPlaced) {
    Random random(5);
    const auto d = dst_tile(DstKind::bf16, Mix::normal, random);
    const PackMode mode = {};
    for (const std::uint32_t columns : {32u, 16u, 21u, 3u})
        for (const Shape shape : {Shape{}, Shape{16, 1, 2}, Shape{2, 1, 2}}) {
            constexpr std::uint32_t kRowBytes = 100;
            std::vector<std::uint8_t> got(32 * kRowBytes, 0xcc), want = got;
            row_packer(mode)(*d, false, shape, columns, got.data(), kRowBytes, mode);
            for (std::uint32_t y = 0; y < std::uint32_t{shape.down} * shape.face_rows; y++)
                for (std::uint32_t x = 0; x < columns; x++) {
                    const std::uint32_t face = y / shape.face_rows * 2 + x / 16;
                    const std::uint32_t w = d->word[face * 256 + y % shape.face_rows * 16 + x % 16];
                    const std::uint32_t h = late(read_dst(w, DstKind::bf16, float16_b), float16_b);
                    std::memcpy(&want[y * kRowBytes + 2 * x], &h, 2);
                }
            EXPECT_EQ(got, want) << columns;
        }
    EXPECT_EQ(row_packer({.out = bfp8_b}), nullptr);
}

// ---- accumulation

template <class Datum, class Sum>
void check_accumulation(DstKind dst, Format format, Sum sum) {
    Random random(6);
    const PackMode plain = {.dst = dst, .intermediate = format, .out = format};
    PackMode mode = plain;
    mode.accumulate = true;
    for (const Mix mix : kMixes)
        for (int n = 0; n < 8; n++) {
            const auto d = dst_tile(dst, mix, random);
            std::vector<std::uint8_t> old = bytes(format == int32 ? float32 : format, mix, random);
            std::vector<std::uint8_t> add(old.size()), got = old;
            tile_packer(plain)(*d, false, {}, add.data(), plain);
            tile_packer(mode)(*d, false, {}, got.data(), mode);
            for (std::size_t i = 0; i < kTileDatums; i++) {
                Datum x, y, z;
                std::memcpy(&x, &old[i * sizeof x], sizeof x);
                std::memcpy(&y, &add[i * sizeof x], sizeof x);
                std::memcpy(&z, &got[i * sizeof x], sizeof x);
                ASSERT_EQ(z, static_cast<Datum>(sum(x, y)))
                    << fmt::format("{:x} + {:x} mix {}", x, y, static_cast<int>(mix));
            }
        }
}

TEST(Accumulate, Bf16IsExactThenNearestEven) {
    check_accumulation<std::uint16_t>(DstKind::bf16, float16_b, bf16_sum);
}
TEST(Accumulate, Fp32IsIeeeWithoutDenormals) {
    check_accumulation<std::uint32_t>(DstKind::fp32, float32, flushed_sum);
}
TEST(Accumulate, Int32Saturates) {
    check_accumulation<std::uint32_t>(DstKind::int32, int32, [](std::uint32_t x, std::uint32_t y) {
        const auto number = [](std::uint32_t w) {
            const auto magnitude = static_cast<std::int64_t>(w & 0x7fffffff);
            return (w >> 31) != 0 ? -magnitude : magnitude;
        };
        const std::int32_t sum = saturated(number(x) + number(y));
        return (sum < 0 ? 0x80000000u : 0) | static_cast<std::uint32_t>(std::abs(sum));
    });
}

// Sixteen sums through the packer.
std::uint16_t fp16_sum(std::uint16_t old, std::uint16_t add) {
    DstTile d;
    d.word.fill(std::uint32_t{add} << 16);
    std::vector<std::uint16_t> l1(1024, old);
    const PackMode mode = {
        .dst = DstKind::fp16, .intermediate = float16, .out = float16, .accumulate = true};
    tile_packer(mode)(d, false, {}, reinterpret_cast<std::uint8_t*>(l1.data()), mode);
    return l1[1023];
}

TEST(Accumulate, Fp16HasNoInfinity) {
    EXPECT_EQ(fp16_sum(0x3c00, 0x3c00), 0x4000) << "1 + 1";
    EXPECT_EQ(fp16_sum(0x3c00, 0x1400), 0x3c01) << "1 + one unit";
    EXPECT_EQ(fp16_sum(0x3c00, 0x1000), 0x3c00) << "a tie goes to even";
    EXPECT_EQ(fp16_sum(0x3c01, 0x1000), 0x3c02) << "a tie goes to even";
    EXPECT_EQ(fp16_sum(0x7fff, 0x7fff), 0x7fff) << "saturates";
    EXPECT_EQ(fp16_sum(0x7800, 0x7800), 0x7c00) << "exponent 31 is ordinary";
    EXPECT_EQ(fp16_sum(0x4000, 0xc000), 0x0000);
    EXPECT_EQ(fp16_sum(0x7800, 0xf800), 0x7fff) << "large numbers cancel to the largest";
    EXPECT_EQ(fp16_sum(0x0400, 0x8401), 0xffff) << "underflow saturates";
    EXPECT_EQ(fp16_sum(0x03ff, 0x0000), 0x0000) << "denormals are zero";
}

TEST(Accumulate, OnlyWhereTheChipCan) {
    EXPECT_EQ(tile_packer({.out = bfp8_b, .accumulate = true}), nullptr);
    EXPECT_EQ(
        tile_packer({.dst = DstKind::int32, .intermediate = int8, .out = int8, .accumulate = true}),
        nullptr);
}

TEST(Pack, IntegersAndFloatsDoNotMix) {
    EXPECT_EQ(tile_packer({.dst = DstKind::fp32, .intermediate = float32, .out = int32}), nullptr);
    EXPECT_EQ(tile_packer({.dst = DstKind::int32, .intermediate = int32, .out = float16_b}),
              nullptr);
}

}  // namespace
}  // namespace ironbird::tile

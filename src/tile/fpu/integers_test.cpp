// 8-bit integers in the matrix unit: signs and magnitudes, which a phase multiplies in parts, on
// top of 32-bit sums that saturate.
#include <gtest/gtest.h>

#include "tile/reference/cases.hpp"

namespace ironbird::tile {
namespace integers_test {  // compiled together with other tests

using namespace reference;

int value(const SrcTile& t, std::uint32_t i) {
    return static_cast<int>(std::bit_cast<float>(t.word[i]));
}
int value(const SrcTile& t, std::uint32_t row, std::uint32_t column) {
    return value(t, (row / 16 * 2 + column / 16) * 256 + row % 16 * 16 + column % 16);
}
std::uint32_t magnitude(std::int32_t v) {
    return (v < 0 ? 0x80000000u : 0) | static_cast<std::uint32_t>(std::abs(v));
}
std::int32_t number(std::uint32_t w) {
    const auto m = static_cast<std::int32_t>(w & 0x7fffffff);
    return (w >> 31) != 0 ? -m : m;
}

// Any bytes, signed and not.
struct Bytes {
    SrcTile with_sign, without;

    explicit Bytes(std::uint32_t seed) {
        Random random(seed);
        std::vector<std::uint8_t> bytes(2048);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        src_unpacker(Format::int8, Format::int8)(bytes.data(), {}, with_sign);
        src_unpacker(Format::uint8, Format::uint8)(bytes.data() + 1024, {}, without);
    }
};

// Sums that are near their ends on either side.
DstTile full_dst() {
    DstTile d;
    for (std::uint32_t i = 0; i < kTileDatums; i++)
        d.word[i] = i % 3 * 0x3fffffe0 + (i % 2 == 0 ? 0 : 0x80000000u);
    return d;
}

FpuMode mode_of(Fidelity fidelity) {
    return {.dst = DstKind::int32, .fidelity = fidelity, .integer = true};
}

TEST(Integers, Products) {
    const Bytes in(9);
    const SrcTile &b = in.with_sign, &a = in.without;
    for (const Fidelity fidelity : kFidelities) {
        const DstTile before = full_dst();
        DstTile got = before;
        fpu(Arithmetic::exact).matmul(b, a, {}, {}, got, false, mode_of(fidelity));
        for (std::uint32_t i = 0; i < kTileDatums; i++) {
            const std::uint32_t row = i / 512 * 16 + i / 16 % 16,
                                column = i / 256 % 2 * 16 + i % 16;
            std::int32_t want = number(before.word[i]);
            for (int phase = 0; phase < static_cast<int>(phases(fidelity)); phase++)
                for (std::uint32_t k = 0; k < 32; k += 16) {
                    std::int64_t sum = want;
                    for (std::uint32_t n = k; n < k + 16; n++)
                        sum += integer_product(value(a, n, column), value(b, row, n), phase);
                    want = saturated(sum);
                }
            ASSERT_EQ(got.word[i], magnitude(want)) << "a sign and a magnitude";
        }
    }
}

// What row or column i of a face adds in a phase.
std::int64_t face_sum(const SrcTile& a, const SrcTile& scaler, bool rows, std::uint32_t face,
                      std::uint32_t i, int phase) {
    std::int64_t sum = 0;
    for (std::uint32_t k = 0; k < 16; k++) {
        const int x = value(a, face * 256 + (rows ? i * 16 + k : k * 16 + i));
        const int s = value(scaler, face * 256 + k);
        sum += integer_product(rows ? s : x, rows ? x : s, phase);
    }
    return sum;
}

// Along rows a whole tile takes a phase through its faces, all else a face through its phases.
DstTile expected_sums(ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                      std::uint32_t phases, DstTile d) {
    const bool rows = dim == ReduceDim::row, whole = rows && shape.faces() == 4;
    for (std::uint32_t step = 0; step < shape.faces() * phases; step++) {
        const std::uint32_t face = whole ? step % 4 : step / phases;
        const int phase = static_cast<int>(whole ? step / 4 : step % phases);
        for (std::uint32_t i = 0; i < 16; i++) {
            std::uint32_t& word = d.word[rows ? face / shape.across * shape.across * 256 + i * 16
                                              : face % shape.across * 256 + i];
            word = magnitude(saturated(number(word) + face_sum(a, scaler, rows, face, i, phase)));
        }
    }
    return d;
}

TEST(Integers, SumsOfFaces) {
    const Bytes in(10), scalers(11);
    const SrcTile& scaler = scalers.with_sign;
    for (const SrcTile* a : {&in.with_sign, &in.without})
        for (const Shape shape : {Shape{}, Shape{16, 1, 2}, Shape{16, 2, 1}})
            for (const ReduceDim dim : {ReduceDim::row, ReduceDim::column})
                for (const Fidelity fidelity : kFidelities) {
                    const DstTile want =
                        expected_sums(dim, *a, scaler, shape, phases(fidelity), full_dst());
                    DstTile got = full_dst();
                    fpu(Arithmetic::exact)
                        .reduce(Pool::sum, dim, *a, scaler, shape, got, false, mode_of(fidelity));
                    ASSERT_EQ(got.word, want.word) << static_cast<int>(fidelity);
                }
}

// 19 bits of what Dst holds are compared, 13 are written; a scaler of zero leaves the least.
TEST(Integers, Maxima) {
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

}  // namespace integers_test
}  // namespace ironbird::tile

// Block floats against the definition, computed in double precision.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <tt-metalium/bfloat2.hpp>
#include <tt-metalium/bfloat4.hpp>
#include <tt-metalium/bfloat8.hpp>

namespace {

using tt::tt_metal::Tile;

struct Case {
    int bits;
    bool is_exp_a;
};

class BlockFloat : public testing::TestWithParam<Case> {
 protected:
    std::vector<std::uint32_t> pack(const std::vector<float>& v, bool row_major,
                                    const Tile& tile) const {
        const ttsl::Span<const float> span(v);
        const auto [bits, exp_a] = GetParam();
        if (bits == 8) return pack_as_bfp8_tiles(span, row_major, exp_a, tile);
        if (bits == 4) return pack_as_bfp4_tiles(span, row_major, exp_a, tile);
        return pack_as_bfp2_tiles(span, row_major, exp_a, tile);
    }
    std::vector<float> unpack(const std::vector<std::uint32_t>& w, bool row_major,
                              const Tile& tile) const {
        const auto [bits, exp_a] = GetParam();
        if (bits == 8) return unpack_bfp8_tiles_into_float_vec(w, row_major, exp_a, tile);
        if (bits == 4) return unpack_bfp4_tiles_into_float_vec(w, row_major, exp_a, tile);
        return unpack_bfp2_tiles_into_float_vec(w, row_major, exp_a, tile);
    }
    tt::DataFormat format() const {
        return GetParam().bits == 8   ? tt::DataFormat::Bfp8_b
               : GetParam().bits == 4 ? tt::DataFormat::Bfp4_b
                                      : tt::DataFormat::Bfp2_b;
    }

    // One row of 16: the largest exponent decides the step; values are cut to 24 bits below it,
    // then rounded to the step, ties to even, and saturate.
    std::vector<double> expected(const std::vector<float>& row) const {
        int shared = -127;
        for (const float v : row)
            if (std::fpclassify(v) == FP_NORMAL) shared = std::max(shared, std::ilogb(v));
        if (GetParam().is_exp_a) shared = std::clamp(shared, -15, 16);
        const double step = std::ldexp(1.0, shared - (GetParam().bits - 2));
        const double largest = (std::ldexp(1.0, GetParam().bits - 1) - 1) * step;
        std::vector<double> out;
        for (const float v : row) {
            const double grain = std::ldexp(1.0, shared - 23);
            const double cut = std::floor(std::fabs(double(v)) / grain) * grain;
            const double rounded = std::min(std::nearbyint(cut / step) * step, largest);
            out.push_back(std::fpclassify(v) == FP_NORMAL ? std::copysign(rounded, v) : 0.0);
        }
        return out;
    }
};

std::vector<float> random_values(std::size_t n, int seed, int spread) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::uniform_int_distribution<int> exponent(-spread, spread);
    std::vector<float> v(n);
    for (float& f : v) f = std::ldexp(uniform(random), exponent(random));
    return v;
}

TEST_P(BlockFloat, FollowsTheDefinition) {
    for (const int spread : {0, 4, 12}) {
        const Tile tile;
        const auto in = random_values(3 * tile.get_tile_hw(), spread + 1, spread);
        const auto words = pack(in, false, tile);
        EXPECT_EQ(words.size() * 4, 3 * tile_size(format()));
        const auto out = unpack(words, false, tile);
        for (std::size_t row = 0; row < in.size(); row += 16) {
            const auto want = expected({in.begin() + row, in.begin() + row + 16});
            for (int i = 0; i < 16; i++)
                ASSERT_EQ(out[row + i], want[i]) << "value " << in[row + i];
        }
    }
}

TEST_P(BlockFloat, TieGoesToEvenAndLargestSaturates) {
    std::vector<float> row(16, 0.0f);
    const float step = std::ldexp(1.0f, -(GetParam().bits - 2));
    row[0] = 1.0f;
    row[1] = 0.5f * step;   // tie between 0 and 1 step
    row[2] = -1.5f * step;  // tie between 1 and 2
    row[3] = 1.9999999f;    // would round to 2
    std::vector<float> tile(1024, 0.0f);
    std::copy(row.begin(), row.end(), tile.begin());
    const auto out = unpack(pack(tile, false, Tile()), false, Tile());
    EXPECT_EQ(out[1], 0.0f);
    EXPECT_FALSE(std::signbit(out[1]));
    EXPECT_EQ(out[2], GetParam().bits == 2 ? -step : -2 * step);  // two bits hold no 2
    EXPECT_EQ(out[3], 2.0f - step);
}

TEST_P(BlockFloat, RowMajorAndFaceOrderAreTheSameTile) {
    for (const auto& shape :
         {std::array<std::uint32_t, 2>{32, 32}, {16, 32}, {32, 16}, {8, 32}, {1, 16}}) {
        const Tile tile(shape);
        const auto in = random_values(2 * tile.get_tile_hw(), 3, 2);
        const auto words = pack(in, true, tile);
        EXPECT_EQ(words.size() * 4, 2 * tile.get_tile_size(format()));
        const auto back = unpack(words, true, tile);
        const auto faces = unpack(words, false, tile);
        for (std::size_t i = 0; i < in.size(); i++) ASSERT_NEAR(back[i], in[i], 4.0f);
        for (std::uint32_t y = 0; y < shape[0]; y++)
            for (std::uint32_t x = 0; x < shape[1]; x++) {
                const auto [fh, fw] = tile.get_face_shape();
                const std::uint32_t face = y / fh * (shape[1] / fw) + x / fw;
                ASSERT_EQ(back[y * shape[1] + x], faces[face * fh * fw + y % fh * fw + x % fw]);
            }
        EXPECT_EQ(pack(back, true, tile), words);  // packing what was packed changes nothing
    }
}

INSTANTIATE_TEST_SUITE_P(All, BlockFloat,
                         testing::Values(Case{8, false}, Case{8, true}, Case{4, false},
                                         Case{4, true}, Case{2, false}, Case{2, true}),
                         [](const auto& info) {
                             return "bfp" + std::to_string(info.param.bits) +
                                    (info.param.is_exp_a ? "_a" : "_b");
                         });

TEST(BlockFloatTypes, IntegersAndBfloat16AreConvertedFirst) {
    std::vector<std::int32_t> ints(1024, -3);
    std::vector<bfloat16> halves(1024, -3.0f);
    const auto a = pack_as_bfp8_tiles(ttsl::Span<const std::int32_t>(ints), false, false);
    const auto b = pack_as_bfp8_tiles(ttsl::Span<const bfloat16>(halves), false, false);
    EXPECT_EQ(a, b);
    EXPECT_EQ(unpack_bfp8_tiles_into_float_vec(a, false, false)[77], -3.0f);
}

TEST(TileShape, RefusesWhatDoesNotExist) {
    EXPECT_THROW(Tile({32, 8}), std::runtime_error);
    EXPECT_THROW(Tile({12, 32}), std::runtime_error);
    EXPECT_THROW(Tile({8, 32}, true), std::runtime_error);
    EXPECT_EQ(Tile({16, 32}).get_num_faces(), 2u);
    EXPECT_EQ(Tile({16, 16}).get_narrow_tile(), 1u);
    EXPECT_EQ(Tile().get_tile_size(tt::DataFormat::Float32), 4096u);
    EXPECT_EQ(Tile({4, 16}).get_tile_size(tt::DataFormat::Bfp8_b), 64u + 16u);
}

}  // namespace

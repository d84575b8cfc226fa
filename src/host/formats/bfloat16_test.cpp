// bfloat16 and fp8 against the nearest representable number, found by trying all.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/float8.hpp>

namespace {

TEST(Bfloat16, RoundsToNearestEven) {
    std::mt19937 random(1);
    for (int i = 0; i < 100000; i++) {
        const float f = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (!std::isfinite(f) || std::fabs(f) > 3e38f) continue;
        const auto down = bfloat16::truncate(f);
        const auto away = bfloat16::from_bits(down.to_uint16() + 1u);
        const double low = std::fabs(double(f) - down.to_float()),
                     high = std::fabs(double(f) - away.to_float());
        const bool even_is_down = down.to_uint16() % 2 == 0;
        const bool want_down = low < high || (low == high && even_is_down);
        ASSERT_EQ(bfloat16(f).to_uint16(), (want_down ? down : away).to_uint16()) << f;
    }
}

TEST(Bfloat16, SpecialValues) {
    EXPECT_EQ(bfloat16(NAN).to_uint16(), 0x7FC0);
    EXPECT_EQ(bfloat16(INFINITY).to_uint16(), 0x7F80);
    EXPECT_EQ(bfloat16(3.4e38f).to_uint16(), 0x7F80);
    EXPECT_EQ(bfloat16(-0.0f).to_uint16(), 0x8000);
    EXPECT_EQ(bfloat16(-0.0f), bfloat16(0.0f));
    EXPECT_FALSE(std::vector<bfloat16>{-0.0f} == std::vector<bfloat16>{0.0f});  // compares bits
    bfloat16 x = 3;
    x += 1;
    EXPECT_EQ(static_cast<float>(x / bfloat16(8)), 0.5f);
    EXPECT_TRUE(bfloat16(1) < bfloat16(2));
}

TEST(Bfloat16, PackingKeepsTheFirstInTheLowHalf) {
    const std::vector<bfloat16> values{1.0f, -2.0f, 0.5f, 4.0f};
    const auto words = pack_bfloat16_vec_into_uint32_vec(values);
    EXPECT_EQ(words[0], 0xC0003F80u);
    EXPECT_EQ(pack_two_bfloat16_into_uint32({values[0], values[1]}), words[0]);
    EXPECT_TRUE(unpack_uint32_vec_into_bfloat16_vec(words) == values);
    const auto twice =
        unpack_uint32_vec_into_bfloat16_vec(words, [](const bfloat16& v) { return v + v; });
    EXPECT_EQ(static_cast<float>(twice[3]), 8.0f);
}

TEST(Bfloat16, RandomVectorsComeFromOneStream) {
    const auto packed = create_random_vector_of_bfloat16(64, 2, 5, -1.0f);
    const auto plain = create_random_vector_of_bfloat16_native(64, 2.0f, 5, -1.0f);
    EXPECT_TRUE(unpack_uint32_vec_into_bfloat16_vec(packed) == plain);
    std::mt19937 engine(5);
    std::uniform_real_distribution<float> uniform(0, 2);
    for (const bfloat16 v : plain)
        ASSERT_EQ(v.to_uint16(), bfloat16(uniform(engine) - 1.0f).to_uint16());
}

TEST(Bfloat16, ConstantAndIdentity) {
    EXPECT_EQ(create_constant_vector_of_bfloat16(8, 1.0f),
              (std::vector<std::uint32_t>{0x3F803F80, 0x3F803F80}));
    EXPECT_EQ(create_constant_vector_of_bfloat16(2, 1.0f), std::vector<std::uint32_t>{0x3F80});
    const auto eye = create_identity_matrix(3, 4, 2);
    for (int i = 0; i < 12; i++)
        EXPECT_EQ(static_cast<float>(eye[i]), i == 0 || i == 5 ? 1.0f : 0.0f);
}

TEST(Bfloat16, Closeness) {
    EXPECT_TRUE(is_close(1.0f, 1.009f));
    EXPECT_FALSE(is_close(1.0f, 1.02f));
    EXPECT_TRUE(is_close(0.0f, 0.0009f));
    EXPECT_TRUE(equal_within_n_sig_figs(0.01234f, 0.01235f, 3));
    EXPECT_FALSE(equal_within_n_sig_figs(0.01234f, 0.01235f, 4));
}

TEST(Float8, EveryCodeSurvivesTheRoundTrip) {
    for (int code = 0; code < 256; code++) {
        const auto value = float8_e4m3::from_bits(static_cast<std::uint8_t>(code));
        const float f = value;
        if ((code & 0x7F) == 0x7F)
            EXPECT_TRUE(std::isnan(f));
        else if ((code & 0x78) == 0)
            EXPECT_EQ(f, 0.0f);  // subnormals flush
        else
            EXPECT_EQ(float8_e4m3(f).to_bits(), code);
    }
}

TEST(Float8, TakesTheNearestNormalNumber) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> uniform(-500, 500);
    for (int i = 0; i < 20000; i++) {
        const float f = i % 2 ? uniform(random) : uniform(random) / 4096;
        if (std::fabs(f) < 0x1p-6f) {
            ASSERT_EQ(static_cast<float>(float8_e4m3(f)), 0.0f);
            continue;
        }
        double best = 1e9;
        for (int code = 0; code < 256; code++) {
            const auto candidate = float8_e4m3::from_bits(static_cast<std::uint8_t>(code));
            if ((code & 0x7F) != 0x7F && (code & 0x78) != 0)
                best = std::min(best, std::fabs(double(f) - static_cast<float>(candidate)));
        }
        ASSERT_EQ(std::fabs(double(f) - static_cast<float>(float8_e4m3(f))), best) << f;
    }
    EXPECT_EQ(float8_e4m3(INFINITY).to_bits(), 0x7E);
    EXPECT_EQ(float8_e4m3(-1e9f).to_bits(), 0xFE);
    const auto word = pack_four_float8_e4m3_into_uint32(1.0f, 2.0f, 4.0f, 8.0f);
    EXPECT_EQ(static_cast<float>(unpack_uint32_vec_into_float8_e4m3_vec({word})[2]), 4.0f);
}

}  // namespace

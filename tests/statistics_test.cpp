// ironbird/statistics.hpp on numbers that can be checked by hand.
#include <gtest/gtest.h>

#include <array>
#include <ironbird/statistics.hpp>
#include <limits>
#include <vector>

namespace ironbird::statistics {
namespace {

using Values = std::vector<double>;

TEST(Series, MeansAndDeviation) {
    const Summary s = summary(Values{2, 4, 4, 4, 5, 5, 7, 9});
    EXPECT_EQ(s.count, 8u);
    EXPECT_DOUBLE_EQ(s.mean, 5);
    EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(32.0 / 7));
    EXPECT_EQ(s.min, 2);
    EXPECT_EQ(s.max, 9);
    EXPECT_EQ(summary(Values{3}).deviation, 0);
    EXPECT_DOUBLE_EQ(mean(std::array{1.0f, 2.0f}), 1.5);
}

TEST(Series, QuantilesAreValues) {
    EXPECT_EQ(quantile(Values{5, 1, 4, 2, 3, 6, 7, 8, 9, 10, 11}, 0.9), 10);
    EXPECT_EQ(quantile(Values{5, 1, 4}, 1), 5);
    EXPECT_EQ(median(Values{3, 1, 2}), 2);
    EXPECT_EQ(median(Values{4, 1, 2, 3}), 2.5);
}

TEST(Series, TrimmingDropsBothEnds) {
    EXPECT_DOUBLE_EQ(trimmed_mean(Values{1000, 1, 2, 3, 4, 5, 6, 7, 8, -1000}), 4.5);
    EXPECT_DOUBLE_EQ(trimmed_mean(Values{9, 1, 2}, 0.4), 2);
    EXPECT_DOUBLE_EQ(trimmed_mean(Values{9, 3}), 6);  // a tenth of two is none
    EXPECT_THROW(trimmed_mean(Values{1}, 0.5), std::invalid_argument);
}

TEST(Series, OfNothingIsRefused) {
    EXPECT_THROW(mean(Values{}), std::invalid_argument);
    EXPECT_THROW(median(Values{}), std::invalid_argument);
    EXPECT_THROW(pcc(Values{}, Values{}), std::invalid_argument);
    EXPECT_THROW(pcc(Values{1, 2}, Values{1}), std::invalid_argument);
}

TEST(Results, Correlation) {
    EXPECT_DOUBLE_EQ(pcc(Values{1, 2, 3}, Values{10, 20, 30}), 1);
    EXPECT_DOUBLE_EQ(pcc(Values{1, 2, 3}, Values{3, 2, 1}), -1);
    EXPECT_NEAR(pcc(Values{1, 2, 3, 4}, Values{1, 3, 2, 4}), 0.8, 1e-15);
    EXPECT_EQ(pcc(Values{7, 7}, Values{7, 7}), 1);
    EXPECT_EQ(pcc(Values{7, 7}, Values{8, 8}), 0);
    // Large and nearly equal: sums of squares would lose all digits.
    EXPECT_NEAR(pcc(Values{1e9 + 1, 1e9 + 2, 1e9 + 3}, Values{1, 2, 3}), 1, 1e-12);
}

TEST(Results, RelativeFrobenius) {
    EXPECT_DOUBLE_EQ(relative_frobenius(Values{3, 5}, Values{3, 4}), 0.2);
    EXPECT_EQ(relative_frobenius(Values{0, 0}, Values{0, 0}), 0);
    EXPECT_EQ(relative_frobenius(Values{1}, Values{0}), HUGE_VAL);
}

TEST(Results, UnitsInTheLastPlace) {
    EXPECT_EQ(ulps(std::nextafter(1.0f, 2.0f), 1), 1);
    EXPECT_EQ(ulps(std::nextafter(1.0f, 0.0f), 1), 0.5);  // a unit of 1 is two below it
    EXPECT_EQ(ulps(1 + 1.0 / 64, 1, kBfloat16), 2);
    EXPECT_EQ(ulps(std::numeric_limits<float>::denorm_min(), 0), 1);
    const double nan = std::nan("");
    EXPECT_EQ(ulps(nan, nan), 0);
    EXPECT_EQ(ulps(nan, 1), HUGE_VAL);
    EXPECT_EQ(ulps(HUGE_VAL, HUGE_VAL), 0);
    EXPECT_EQ(ulps(HUGE_VAL, 1), HUGE_VAL);
    EXPECT_EQ(max_ulps(Values{1, 2.0 + 1.0 / 32}, Values{1, 2}, kBfloat16), 2);
}

}  // namespace
}  // namespace ironbird::statistics

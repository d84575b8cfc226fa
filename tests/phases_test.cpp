// ironbird/phases.hpp on times that can be checked by hand; the clock itself is tested by a
// program.
#include <gtest/gtest.h>

#include <cmath>
#include <ironbird/phases.hpp>

namespace ironbird {
namespace {

Phases taking(double modelled) {
    Phases p;
    for (PhaseTime& time : p.of) time = {.calls = 1, .wall = 2 * modelled, .modelled = modelled};
    return p;
}

TEST(Scaling, ExponentIsTheSlopeOfLogarithms) {
    EXPECT_NEAR(scaling_exponent({{2, 8}, {4, 64}, {8, 512}}), 3, 1e-12);
    EXPECT_NEAR(scaling_exponent({{10, 5}, {1000, 5}}), 0, 1e-12);
    // Not on a line: by hand, logarithms to the base of 2 are (0,0), (1,1), (2,4).
    EXPECT_NEAR(scaling_exponent({{1, 1}, {2, 2}, {4, 16}}), 2, 1e-12);
}

TEST(Scaling, NoneWhereThereIsNothingToFit) {
    EXPECT_TRUE(std::isnan(scaling_exponent({})));
    EXPECT_TRUE(std::isnan(scaling_exponent({{4, 1}})));
    EXPECT_TRUE(std::isnan(scaling_exponent({{4, 1}, {4, 2}})));
    EXPECT_TRUE(std::isnan(scaling_exponent({{4, 0}, {8, 1}})));
}

TEST(Scaling, TableHasARowForEachSize) {
    ScalingTable table;
    table.add(32, taking(1e-6));
    table.add(64, taking(4e-6));
    EXPECT_NEAR(table.exponent(Phase::operation, &PhaseTime::wall), 2, 1e-12);
    const std::string text = table.text();
    EXPECT_NE(text.find("modelled us"), text.npos);
    EXPECT_NE(text.find("64                    4.00"), text.npos) << text;
    EXPECT_NE(text.find("exponent              2.00"), text.npos) << text;
}

TEST(Scaling, PhasesAreTakenOffEachOther) {
    const Phases apart = taking(3) - taking(1);
    EXPECT_EQ(apart.of[0].calls, 0u);
    EXPECT_EQ(apart.of[3].modelled, 2);
    EXPECT_EQ(apart.of[3].wall, 4);
}

}  // namespace
}  // namespace ironbird

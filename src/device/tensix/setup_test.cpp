// The tables of set-ups: every init serves its own operation, and what serves others is as listed.
#include "device/tensix/setup.hpp"

#include <gtest/gtest.h>

#include "device/tensix/sfpu_setup.hpp"

namespace ironbird::device {
namespace setup_test {  // compiled together with other tests

using setup::Unit;

bool serves(const SfpuSetups& all, std::uint32_t init, std::uint32_t init_form, std::uint32_t op,
            std::uint32_t op_form) {
    Setup s;
    s.write(all(init, init_form).leaves, {1, 0});
    return s.meets(all(op, op_form).needs);
}

class Rows : public testing::TestWithParam<std::tuple<tile::Silicon, bool, bool>> {
 protected:
    const SfpuSetups& all =
        SfpuSetups::of(std::get<0>(GetParam()), std::get<1>(GetParam()), std::get<2>(GetParam()));
    const bool wide = std::get<1>(GetParam());
    const bool blackhole = std::get<0>(GetParam()) == tile::Silicon::blackhole;
};

TEST_P(Rows, AnInitServesItsOwnOperation) {
    for (std::uint32_t op = 0; op < IB_SFPU_COUNT; op++)
        for (std::uint32_t form = 0; form < 16; form++)
            EXPECT_TRUE(serves(all, op, form, op, form)) << op << " form " << form;
}

TEST_P(Rows, EqualConstantsServeEachOther) {
    EXPECT_TRUE(serves(all, IB_SFPU_log1p, 0, IB_SFPU_log, 0));
    EXPECT_TRUE(serves(all, IB_SFPU_acosh, 0, IB_SFPU_atanh, 0));
    EXPECT_TRUE(serves(all, IB_SFPU_expm1, 0, IB_SFPU_sinh, 0));
    EXPECT_TRUE(serves(all, IB_SFPU_rpow, 0, IB_SFPU_power_binary, 0));
    EXPECT_TRUE(serves(all, IB_SFPU_silu, 0, IB_SFPU_div_binary, 0));
    EXPECT_TRUE(serves(all, IB_SFPU_eq_binary, 0, IB_SFPU_ltz, 0));
}

TEST_P(Rows, OthersDoNot) {
    EXPECT_FALSE(serves(all, IB_SFPU_log, 0, IB_SFPU_sqrt, 0));
    EXPECT_FALSE(serves(all, IB_SFPU_binary_max, 0, IB_SFPU_binary_min, 0));
    EXPECT_FALSE(serves(all, IB_SFPU_sin, 0, IB_SFPU_cos, 0));
    EXPECT_EQ(serves(all, IB_SFPU_COUNT, 0, IB_SFPU_exp, 0), wide);  // 32-bit Dst needs no init
    EXPECT_FALSE(serves(all, IB_SFPU_exp, 0, IB_SFPU_exp, 1));
    EXPECT_EQ(serves(all, IB_SFPU_COUNT, 0, IB_SFPU_softcap, 0), !blackhole);
}

TEST_P(Rows, OperationsWithoutARowNeedNothing) {
    for (const std::uint32_t op : {IB_SFPU_add_binary, IB_SFPU_abs, IB_SFPU_negative})
        EXPECT_EQ(all(op, 0).needs.mask, 0u);
}

INSTANTIATE_TEST_SUITE_P(Chips, Rows,
                         testing::Combine(testing::Values(tile::Silicon::wormhole,
                                                          tile::Silicon::blackhole),
                                          testing::Bool(), testing::Bool()));

constexpr std::uint64_t kTile = setup::shape(16, 4), kHalf = setup::shape(16, 2);

UnitFault fault(Unit unit, setup::Fields set, setup::Fields need) {
    return difference(unit, set.value, need).fault;
}

TEST(Setup, TellsWhatDiffers) {
    using namespace setup;
    const Fields add = math::elementwise(Loop::add, 0, false, 4, kTile);
    const Fields mul = math::elementwise(Loop::mul, 0, false, 4, kTile);
    EXPECT_EQ(fault(Unit::math, mul, add), UnitFault::operation);
    EXPECT_EQ(fault(Unit::math, {}, add), UnitFault::none);
    EXPECT_EQ(fault(Unit::math, math::elementwise(Loop::add, 2, false, 4, kTile), add),
              UnitFault::broadcast);
    EXPECT_EQ(fault(Unit::math, math::elementwise(Loop::add, 0, false, 4, kHalf), add),
              UnitFault::shape);
    const Fields copy = unpack::one(0, kTile);
    EXPECT_EQ(fault(Unit::unpack, unpack::transposed(copy, true, true, false), copy),
              UnitFault::transposition);
    EXPECT_EQ(fault(Unit::unpack, unpack::rows(Loop::rows, unpack::kTilizes),
                    copy | unpack::tiles_again()),
              UnitFault::left_on);
    EXPECT_EQ(fault(Unit::pack, pack::some_rows(16), pack::tile(kTile)), UnitFault::packer);
    EXPECT_EQ(fault(Unit::pack, pack::untilize(2, 2, false), pack::tile(kTile)),
              UnitFault::left_on);
}

TEST(Setup, KnowsWhatServes) {
    using namespace setup;
    // A copy that its own init transposes, and code that the model does not follow.
    const Fields copy = unpack::one(0, kTile);
    EXPECT_EQ(differing(Unit::unpack, unpack::transposed(copy, true, true, true).value, copy), 0u);
    EXPECT_EQ(differing(Unit::unpack, unknown(copy).value, copy), 0u);
    // Rows of products share their loops with single ones; sums at any fidelity are alike.
    EXPECT_EQ(math::matmul(4, 1, 4).value, math::matmul(1, 1, 4).value);
    EXPECT_NE(math::matmul(4, 2, 4).value, math::matmul(1, 1, 4).value);
    EXPECT_EQ(math::elementwise(Loop::add, 0, false, 4, kTile).value,
              math::elementwise(Loop::add, 0, false, 0, kTile).value);
    EXPECT_EQ(math::reduction(0, 1, 4).value, math::reduction(1, 1, 4).value);  // sum, average
    EXPECT_EQ(math::reduction(2, 0, 4).value, math::reduction(2, 2, 0).value);  // maxima
}

}  // namespace setup_test
}  // namespace ironbird::device

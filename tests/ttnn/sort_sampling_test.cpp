// Draws against what they may be.
#include <algorithm>
#include <set>

#include "harness.hpp"
#include "ttnn/operations/reduction/manual_seed/manual_seed.hpp"
#include "ttnn/operations/reduction/sampling/sampling.hpp"

namespace ttnn::test {
namespace {

class Sampling : public OnDevice {
 protected:
    static constexpr std::uint32_t kUsers = 8, kWidth = 64;

    static Tensor list(double value, DataType dtype) {
        return tensor_of(Doubles(kUsers, value), spec_of(Shape({kUsers}), dtype, Layout::ROW_MAJOR),
                         &device());
    }
    static Tensor values() {
        std::mt19937 random(8);
        return tensor_of(draw(random, kUsers * kWidth, -2, 2, false),
                         spec_of(Shape({1, 1, kUsers, kWidth}), DataType::BFLOAT16), &device());
    }
    // Names that are not places.
    static Tensor names() {
        Doubles names(kUsers * kWidth);
        for (std::size_t i = 0; i < names.size(); i++)
            names[i] = 1000 + static_cast<double>(i % kWidth);
        return tensor_of(names,
                         spec_of(Shape({1, 1, kUsers, kWidth}), DataType::INT32, Layout::ROW_MAJOR),
                         &device());
    }
    static Doubles drawn(double k, double p, double temp, std::optional<std::uint32_t> seed) {
        return values_of(sampling(values(), names(), list(k, DataType::UINT32),
                                  list(p, DataType::BFLOAT16), list(temp, DataType::BFLOAT16),
                                  seed));
    }
    // How many of a user's values are greater than the one that was drawn.
    static std::size_t rank(const Doubles& x, std::size_t user, double name) {
        const double value = x[user * kWidth + static_cast<std::size_t>(name) - 1000];
        const auto row = x.begin() + static_cast<long>(user * kWidth);
        return static_cast<std::size_t>(
            std::count_if(row, row + kWidth, [&](double v) { return v > value; }));
    }
};

TEST_F(Sampling, SmallSharesTakeTheGreatest) {
    const Doubles x = values_of(values());
    for (const Doubles& names : {drawn(1, 1, 1, 5), drawn(32, 0, 1, 6), drawn(32, 1, 8192, 7)})
        for (std::size_t user = 0; user < kUsers; user++)
            EXPECT_EQ(rank(x, user, names[user]), 0u) << user;
}

// Of four about equal ones all are drawn in the long run, and no other.
TEST_F(Sampling, DrawsAmongTheGreatest) {
    const Doubles x = values_of(values());
    std::set<double> seen;
    for (std::uint32_t seed = 1; seed <= 24; seed++) {
        const Doubles names = drawn(4, 1, 0.01, seed);
        EXPECT_EQ(names, drawn(4, 1, 0.01, seed));
        for (std::size_t user = 0; user < kUsers; user++)
            EXPECT_LT(rank(x, user, names[user]), 4u) << user;
        seen.insert(names[0]);
    }
    EXPECT_EQ(seen.size(), 4u);
}

TEST_F(Sampling, WithoutASeedEveryCallIsAnother) {
    EXPECT_NE(drawn(32, 1, 0.01, std::nullopt), drawn(32, 1, 0.01, std::nullopt));
}

// manual_seed begins the numbers of users anew, of all or of some.
TEST_F(Sampling, DrawsAgainWhatIsSeededAgain) {
    const auto draw = [] { return drawn(32, 1, 0.01, std::nullopt); };
    manual_seed(42u, device());
    const Doubles first = draw(), second = draw();
    EXPECT_NE(first, second);
    manual_seed(42u, device());
    EXPECT_EQ(draw(), first);
    manual_seed(7u, device());
    manual_seed(42u, device(), 3u);
    const Doubles other = draw();
    EXPECT_EQ(other[3], first[3]);
    EXPECT_NE(other, first);
    EXPECT_THAT(thrown([] { manual_seed(1u, device(), 32u); }),
                testing::HasSubstr("user 32 is not one of 32"));
}

}  // namespace
}  // namespace ttnn::test

// The rows of the fault table, and refusing with one.
#include "base/fault.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/require.hpp"

namespace ironbird {
namespace {

TEST(Faults, every_slug_is_found_once) {
    std::set<std::string_view> slugs;
    for (int i = 0; i < static_cast<int>(Fault::count_); i++) {
        const FaultRow& r = row(static_cast<Fault>(i));
        EXPECT_TRUE(slugs.insert(r.slug).second) << r.slug;
        EXPECT_EQ(find_row(r.slug), &r);
        EXPECT_FALSE(r.remedy.empty()) << r.slug;
    }
    EXPECT_EQ(find_row("no-such-fault"), nullptr);
}

TEST(Faults, a_row_says_how_a_run_ends) {
    EXPECT_EQ(ending(row(Fault::hang)), Ending::hang);
    EXPECT_EQ(ending(row(Fault::not_modelled)), Ending::not_modelled);
    EXPECT_EQ(ending(row(Fault::chip_unknown)), Ending::could_not_start);
    EXPECT_EQ(ending(row(Fault::usage)), Ending::could_not_start);
    EXPECT_EQ(ending(row(Fault::dst_width)), Ending::program_failed);
    EXPECT_EQ(ending(row(Fault::kernel_divide)), Ending::program_failed);
}

TEST(Require, throws_an_error_that_upstreams_programs_catch) {
    EXPECT_NO_THROW(require(true, Fault::host_argument, "{} is fine", 1));
    try {
        require(false, Fault::host_argument, "{} is not {}", 1, 2);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& e) {
        EXPECT_THAT(e.what(), testing::HasSubstr("error[host-argument] 1 is not 2"));
        EXPECT_THAT(e.what(), testing::HasSubstr("docs/errors/host-argument.md"));
    }
}

// Counts how often it is formatted.
struct Counted {
    int* formatted;
};

}  // namespace
}  // namespace ironbird

template <>
struct fmt::formatter<ironbird::Counted> : fmt::formatter<int> {
    auto format(const ironbird::Counted& c, fmt::format_context& out) const {
        return fmt::formatter<int>::format(++*c.formatted, out);
    }
};

namespace ironbird {
namespace {

TEST(Require, formats_nothing_unless_it_throws) {
    int formatted = 0;
    require(true, Fault::host_argument, "{}", Counted{&formatted});
    EXPECT_EQ(formatted, 0);
    EXPECT_THROW(require(false, Fault::host_argument, "{}", Counted{&formatted}), Error);
    EXPECT_EQ(formatted, 1);
}

}  // namespace
}  // namespace ironbird

// Which prints are shown.
#include "host/print_sink.hpp"

#include <gtest/gtest.h>

#include "base/fault.hpp"

namespace ironbird::host {
namespace {

using enum abi::Processor;

PrintFilter filter(const std::string& cores, const std::string& chips = "",
                   const std::string& riscs = "") {
    Options o;
    o.dprint_cores = cores;
    o.dprint_chips = chips;
    o.dprint_riscvs = riscs;
    return PrintFilter(o, {8, 8});
}

TEST(PrintFilter, NothingIsShownUnlessAskedFor) {
    EXPECT_FALSE(filter("").any());
    EXPECT_FALSE(filter("").wanted(0, {0, 0}, brisc));
    EXPECT_TRUE(filter("all").wanted(3, {7, 9}, pack));
}

TEST(PrintFilter, Cores) {
    const auto one = filter("2,3");
    EXPECT_TRUE(one.wanted(0, {2, 3}, brisc));
    EXPECT_FALSE(one.wanted(0, {3, 2}, brisc));
    const auto list = filter("(0,0),(4,1)");
    EXPECT_TRUE(list.wanted(0, {0, 0}, brisc));
    EXPECT_TRUE(list.wanted(0, {4, 1}, brisc));
    EXPECT_FALSE(list.wanted(0, {2, 0}, brisc));
    const auto range = filter("(1,1)-(3,2)");
    EXPECT_TRUE(range.wanted(0, {2, 2}, brisc));
    EXPECT_FALSE(range.wanted(0, {2, 3}, brisc));
    EXPECT_FALSE(filter("worker").wanted(0, {0, 8}, brisc));
    EXPECT_TRUE(filter("dispatch").wanted(0, {0, 8}, brisc));
    EXPECT_THROW(filter("nonsense"), Error);
    EXPECT_THROW(filter("3"), Error);
}

TEST(PrintFilter, ChipsAndProcessors) {
    EXPECT_FALSE(filter("all", "1,2").wanted(0, {0, 0}, brisc));
    EXPECT_TRUE(filter("all", "1,2").wanted(2, {0, 0}, brisc));
    EXPECT_TRUE(filter("all", "all").wanted(5, {0, 0}, brisc));
    EXPECT_FALSE(filter("all", "", "NC,TR1").wanted(0, {0, 0}, brisc));
    EXPECT_TRUE(filter("all", "", "NC,TR1").wanted(0, {0, 0}, math));
    EXPECT_TRUE(filter("all", "", "TR*").wanted(0, {0, 0}, unpack));
    EXPECT_THROW(filter("all", "", "XX"), Error);
}

TEST(PrintPrefix, IsUpstreams) {
    EXPECT_EQ(print_prefix(0, {1, 2}, brisc), "0:(x=1,y=2):BR: ");
    EXPECT_EQ(print_prefix(7, {0, 0}, pack), "7:(x=0,y=0):TR2: ");
}

}  // namespace
}  // namespace ironbird::host

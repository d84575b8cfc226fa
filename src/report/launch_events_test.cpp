// Names as the ecosystem's files want them.
#include "report/launch_events.hpp"

#include <gtest/gtest.h>

namespace ironbird::report {
namespace {

TEST(ZonePlace, IsReadFromTheEnd) {
    const ZonePlace place = zone_place("a, b,/x/kernels/reader.cpp,31,KERNEL_PROFILER");
    EXPECT_EQ(place.name, "a, b");
    EXPECT_EQ(place.file, "/x/kernels/reader.cpp");
    EXPECT_EQ(place.line, 31u);
    EXPECT_NE(place.id, zone_place("a, b,/x/kernels/reader.cpp,32,KERNEL_PROFILER").id);
}

TEST(OpCode, NeverLooksLikeAnOperationWithTensors) {
    profile::LaunchRecord launch;
    launch.name = "MyMatmulConv2d,x";
    EXPECT_EQ(op_code(launch), "Mymatmulconv2d;x");
    launch.name = "";
    EXPECT_EQ(op_code(launch), "program");
}

TEST(EventsOf, ForgettingKeepsWhatFollows) {
    profile::Events all;
    all.begin({1});
    all.stalls.push_back({10, 20, profile::Cause::dram, 0, 0});
    all.begin({2});
    all.stalls.push_back({30, 40, profile::Cause::src, 3, 0});
    ASSERT_EQ(events_of(all, 0).stalls.size(), 1u);
    all.forget_before(1);
    ASSERT_EQ(all.segments.size(), 1u);
    ASSERT_EQ(events_of(all, 0).stalls.size(), 1u);
    EXPECT_EQ(events_of(all, 0).stalls[0].since, 30u);
    all.forget_before(1);
    EXPECT_TRUE(all.stalls.empty());
}

}  // namespace
}  // namespace ironbird::report

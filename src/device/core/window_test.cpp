// The limits of a core's window, and what makes them narrower.
#include "device/core/window.hpp"

#include <gtest/gtest.h>

namespace ironbird::device {
namespace window_test {  // compiled together with other tests

constexpr std::uint32_t kMover = 0, kCompute = kFirstCompute;

TEST(Window, compute_processors_go_further_once_it_is_over) {
    Window w;
    w.open(1000, 500, 3000);
    EXPECT_EQ(w.limit_of(kMover), 1000u);
    EXPECT_EQ(w.limit_of(kCompute), 1000u);
    EXPECT_TRUE(w.lets_run_ahead(2999));
    EXPECT_FALSE(w.lets_run_ahead(3000));
    w.run_ahead();
    EXPECT_EQ(w.limit_of(kMover), 1000u);
    EXPECT_EQ(w.limit_of(kCompute), 3000u);
}

TEST(Window, a_look_at_others_ends_it_at_the_soft_limit_and_not_before) {
    Window w;
    w.open(1000, 500, 3000);
    w.look(499);
    EXPECT_EQ(w.limit(), 1000u);
    w.look(500);
    EXPECT_EQ(w.limit(), 500u);
    EXPECT_FALSE(w.lets_run_ahead(500));
}

TEST(Window, a_request_in_flight_bounds_both_kinds) {
    Window w;
    w.open(100000, 100000, 100000);
    w.bound(600, 900);
    EXPECT_EQ(w.limit(), 600u);
    EXPECT_EQ(w.limit_of(kCompute), 900u);
    w.look(600);  // the soft limit came along
    EXPECT_EQ(w.limit_of(kCompute), 600u);
    w.bound(700, 800);
    EXPECT_EQ(w.limit(), 600u);
}

TEST(Window, the_horizon_never_passes_the_limits) {
    Window w;
    w.open(1000, 500, 3000);
    w.set_horizon(~std::uint64_t{0});
    EXPECT_EQ(w.horizon(), 500u);
    w.pull_horizon(200);
    EXPECT_EQ(w.horizon(), 200u);
    w.pull_horizon(300);
    EXPECT_EQ(w.horizon(), 200u);
    w.close_horizon();
    EXPECT_EQ(w.horizon(), 0u);
}

}  // namespace window_test
}  // namespace ironbird::device

// The limits of a core's window, and what makes them narrower.
#include "device/core/window.hpp"

#include <gtest/gtest.h>

namespace ironbird::device {
namespace window_test {  // compiled together with other tests

constexpr std::uint32_t kMover = 0, kCompute = kFirstCompute;

TEST(Window, compute_processors_go_further_once_it_is_over) {
    Window w;
    w.open(Cycles{1000}, Cycles{500}, Cycles{3000});
    EXPECT_EQ(w.limit_of(kMover), Cycles{1000});
    EXPECT_EQ(w.limit_of(kCompute), Cycles{1000});
    EXPECT_TRUE(w.lets_run_ahead(Cycles{2999}));
    EXPECT_FALSE(w.lets_run_ahead(Cycles{3000}));
    w.run_ahead();
    EXPECT_EQ(w.limit_of(kMover), Cycles{1000});
    EXPECT_EQ(w.limit_of(kCompute), Cycles{3000});
}

TEST(Window, a_look_at_others_ends_it_at_the_soft_limit_and_not_before) {
    Window w;
    w.open(Cycles{1000}, Cycles{500}, Cycles{3000});
    w.look(Cycles{499});
    EXPECT_EQ(w.limit(), Cycles{1000});
    w.look(Cycles{500});
    EXPECT_EQ(w.limit(), Cycles{500});
    EXPECT_FALSE(w.lets_run_ahead(Cycles{500}));
}

TEST(Window, a_request_in_flight_bounds_both_kinds) {
    Window w;
    w.open(Cycles{100000}, Cycles{100000}, Cycles{100000});
    w.bound(Cycles{600}, Cycles{900});
    EXPECT_EQ(w.limit(), Cycles{600});
    EXPECT_EQ(w.limit_of(kCompute), Cycles{900});
    w.look(Cycles{600});  // the soft limit came along
    EXPECT_EQ(w.limit_of(kCompute), Cycles{600});
    w.bound(Cycles{700}, Cycles{800});
    EXPECT_EQ(w.limit(), Cycles{600});
}

TEST(Window, the_horizon_never_passes_the_limits) {
    Window w;
    w.open(Cycles{1000}, Cycles{500}, Cycles{3000});
    w.set_horizon(kNever);
    EXPECT_EQ(w.horizon(), Cycles{500});
    w.pull_horizon(Cycles{200});
    EXPECT_EQ(w.horizon(), Cycles{200});
    w.pull_horizon(Cycles{300});
    EXPECT_EQ(w.horizon(), Cycles{200});
    w.close_horizon();
    EXPECT_EQ(w.horizon(), Cycles{0});
}

}  // namespace window_test
}  // namespace ironbird::device

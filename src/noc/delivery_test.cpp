// Order where it is promised, freedom elsewhere.
#include "noc/delivery.hpp"

#include <gtest/gtest.h>

#include <set>

namespace ironbird::noc {
namespace {

struct Request : Transaction {
    Request(std::uint16_t from, std::uint8_t on_noc, std::uint8_t channel) {
        source = NodeId{from};
        noc = on_noc;
        vc = channel;
    }
};

TEST(OrderClamp, keeps_the_order_of_one_channel_to_one_node) {
    OrderClamp clamp(10);
    const Request t(3, 0, 1);
    EXPECT_EQ(clamp.apply(t, NodeId{5}, Cycles{100}), Cycles{100});
    EXPECT_EQ(clamp.apply(t, NodeId{5}, Cycles{80}), Cycles{100});
    EXPECT_EQ(clamp.apply(t, NodeId{5}, Cycles{120}), Cycles{120});
}

TEST(OrderClamp, orders_nothing_else) {
    OrderClamp clamp(10);
    clamp.apply(Request(3, 0, 1), NodeId{5}, Cycles{100});
    EXPECT_EQ(clamp.apply(Request(3, 0, 1), NodeId{6}, Cycles{80}), Cycles{80});
    EXPECT_EQ(clamp.apply(Request(3, 0, 4), NodeId{5}, Cycles{80}), Cycles{80});
    EXPECT_EQ(clamp.apply(Request(3, 1, 1), NodeId{5}, Cycles{80}), Cycles{80});
    EXPECT_EQ(clamp.apply(Request(4, 0, 1), NodeId{5}, Cycles{80}), Cycles{80});
}

TEST(Delivery, timed_and_eager_add_nothing) {
    for (const Mode mode : {Mode::timed, Mode::eager}) {
        const Delivery d(mode, 1);
        EXPECT_EQ(d.departure_delay({7}), Cycles{0});
        EXPECT_EQ(d.travel_delay({7}, Leg::data), Cycles{0});
    }
}

TEST(Delivery, random_depends_on_the_seed_and_the_packet_alone) {
    const Delivery a(Mode::random, 1), again(Mode::random, 1), b(Mode::random, 2);
    std::set<Cycles> seen;
    bool differs = false;
    for (std::uint64_t order = 0; order < 50; order++) {
        EXPECT_EQ(a.travel_delay({order}, Leg::request), again.travel_delay({order}, Leg::request));
        differs |= a.travel_delay({order}, Leg::request) != b.travel_delay({order}, Leg::request);
        seen.insert(a.travel_delay({order}, Leg::request));
    }
    EXPECT_TRUE(differs);
    EXPECT_GT(seen.size(), 40u);
}

}  // namespace
}  // namespace ironbird::noc

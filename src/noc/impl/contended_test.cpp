// Who shares a link, a port or a bank waits; who does not, does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "abi/ib_abi.h"
#include "noc/i_timing.hpp"

namespace ironbird::noc {
namespace {

struct Contended : testing::Test {
    arch::Floorplan plan{*arch::find("n150")};
    Map map{plan};
    std::unique_ptr<Timing> timing = make_timing("contended", plan.product(), map);

    NodeId core(std::uint32_t x, std::uint32_t y) const { return NodeId(plan.core_index({x, y})); }
    Corner corner(std::uint32_t x, std::uint32_t y) const {
        const Virtual v = plan.to_virtual({x, y});
        return {static_cast<std::uint8_t>(v.x), static_cast<std::uint8_t>(v.y)};
    }

    // Times are plain numbers in these tests: expectations compute with them.

    // When a request of a core may leave.
    std::uint64_t inject(NodeId from, std::uint32_t noc, std::uint64_t time, std::uint32_t bytes) {
        return timing->inject(from, noc, Cycles{time}, bytes).start.v;
    }

    // Sends `n` packets of 8 KiB from one core to another, starting at cycle 0, as fast as the
    // port lets them go.
    struct Flow {
        NodeId from, to;
        std::uint32_t noc = 0;
        std::uint64_t last = 0;  // arrival
    };
    struct Write : Transaction {
        Write(const Map& map, const Flow& f, std::uint32_t bytes) {
            kind = Kind::write;
            noc = static_cast<std::uint8_t>(f.noc);
            source = f.from;
            target = f.to;
            from = map.core_position(f.from);
            to = map.core_position(f.to);
            size = bytes;
        }
    };
    std::uint64_t send(const Flow& f, std::uint64_t time, std::uint32_t bytes = 8192) {
        Write t(map, f, bytes);
        const Packet p{Cycles{time}, {}, &t, Leg::request, f.from, t.from};
        return timing->arrival(p, t.to, f.to).v;
    }
    void run(std::vector<Flow>& flows, int packets) {
        for (int i = 0; i < packets; i++)
            for (Flow& f : flows) {
                const auto start = inject(f.from, f.noc, 0, 8192);
                f.last = std::max(f.last, send(f, start));
            }
    }
    std::uint64_t time_of(std::vector<Flow> flows, int packets = 50) {
        timing->reset();
        run(flows, packets);
        std::uint64_t last = 0;
        for (const Flow& f : flows) last = std::max(last, f.last);
        return last;
    }

    // Arrivals of one multicast to a rectangle.
    std::vector<std::uint64_t> multicast(NodeId from, Corner first, Corner last, std::uint64_t time,
                                         std::uint8_t flags = 0, std::uint32_t bytes = 64) {
        Write t(map, Flow{from, from}, bytes);
        t.flags = static_cast<std::uint8_t>(flags | IB_NOC_MULTICAST);
        t.first = first;
        t.last = last;
        const Packet p{Cycles{time}, {}, &t, Leg::request, from, t.from};
        const auto& receivers = map.receivers(first, last, 0);
        std::vector<Cycles> times(receivers.size());
        timing->multicast(p, receivers, times);
        std::vector<std::uint64_t> plain;
        for (const Cycles time_there : times) plain.push_back(time_there.v);
        return plain;
    }
    // When a core takes up a request to read from it.
    std::uint64_t ask(NodeId from, NodeId target, std::uint64_t time, std::uint32_t bytes = 8192) {
        Write t(map, Flow{from, target}, bytes);
        t.kind = Kind::read;
        return timing->arrival({Cycles{time}, {}, &t, Leg::request, from, t.from}, t.to, target).v;
    }
    bool held_back(NodeId from, Corner first, Corner last) {
        Write t(map, Flow{from, from}, 64);
        t.first = first;
        t.last = last;
        return timing->held_back({{}, {}, &t, Leg::request, from, t.from});
    }
};

TEST_F(Contended, one_flow_runs_at_the_rate_of_a_link) {
    const auto one = time_of({{core(0, 0), core(1, 0)}}, 50),
               two = time_of({{core(0, 0), core(1, 0)}}, 100);
    EXPECT_NEAR(50 * 8192.0 / static_cast<double>(two - one), 31.1, 0.2);
}

TEST_F(Contended, two_flows_through_one_link_halve) {
    // Both go along row 0 from column 1 to column 2.
    const auto alone = time_of({{core(0, 0), core(2, 0)}});
    const auto shared = time_of({{core(0, 0), core(2, 0)}, {core(1, 0), core(3, 0)}});
    EXPECT_NEAR(static_cast<double>(shared) / static_cast<double>(alone), 2.0, 0.1);
}

TEST_F(Contended, disjoint_flows_do_not_meet) {
    const auto alone = time_of({{core(0, 0), core(1, 0)}});
    EXPECT_EQ(time_of({{core(0, 0), core(1, 0)}, {core(2, 0), core(3, 0)}}), alone);
    EXPECT_EQ(time_of({{core(0, 0), core(1, 0)}, {core(0, 1), core(1, 1)}}), alone);
}

TEST_F(Contended, the_two_nocs_do_not_meet) {
    const auto alone = time_of({{core(0, 0), core(2, 0)}});
    EXPECT_EQ(time_of({{core(0, 0), core(2, 0)}, {core(3, 0), core(1, 0), 1}}), alone);
}

TEST_F(Contended, flows_into_one_core_share_its_port) {
    // One comes along the row, one along the column.
    const auto alone = time_of({{core(0, 2), core(2, 2)}});
    const auto shared = time_of({{core(0, 2), core(2, 2)}, {core(2, 0), core(2, 2)}});
    EXPECT_NEAR(static_cast<double>(shared) / static_cast<double>(alone), 2.0, 0.1);
}

TEST_F(Contended, a_packet_told_late_does_not_wait_for_later_ones) {
    const Flow far{core(0, 0), core(6, 0)};
    const auto early = send(far, 1000);
    timing->reset();
    send(far, 1400);
    EXPECT_EQ(send(far, 1000), early);
}

TEST_F(Contended, a_network_that_has_come_to_rest_holds_nobody_up) {
    const Flow flow{core(0, 0), core(2, 0)}, other{core(1, 0), core(3, 0)};
    const auto alone = send(flow, 1000);
    timing->reset();
    for (int i = 0; i < 50; i++) send(other, 0);
    ASSERT_GT(send(flow, 1000), alone);
    timing->settle();
    EXPECT_EQ(send(flow, 1000), alone);
    EXPECT_EQ(inject(core(1, 0), 0, 1000, 64), 1000u);
}

TEST_F(Contended, the_order_of_telling_does_not_change_the_end) {
    std::vector<Flow> flows = {{core(0, 0), core(3, 0)}, {core(1, 0), core(4, 0)}};
    const auto forward = static_cast<double>(time_of(flows));
    std::reverse(flows.begin(), flows.end());
    EXPECT_NEAR(static_cast<double>(time_of(flows)) / forward, 1.0, 0.01);
}

TEST_F(Contended, a_held_up_packet_holds_up_its_node) {
    std::vector<Flow> flows = {{core(0, 0), core(2, 0)}, {core(1, 0), core(2, 0)}};
    const auto free_alone = [&] {
        timing->reset();
        for (int i = 0; i < 50; i++) send(flows[0], inject(core(0, 0), 0, 0, 8192));
        return inject(core(0, 0), 0, 0, 0);
    }();
    timing->reset();
    run(flows, 50);
    EXPECT_GT(inject(core(0, 0), 0, 0, 0), free_alone + 1000);
}

TEST_F(Contended, an_unlinked_multicast_waits_for_its_path) {
    // Farthest receiver 2 and 4 hops away: 16 cycles for each hop.
    const auto small = multicast(core(0, 0), corner(0, 0), corner(1, 1), 0);
    timing->reset();
    const auto large = multicast(core(0, 0), corner(0, 0), corner(2, 2), 0);
    EXPECT_EQ(large[1] - small[1], 2 * 16u);
    // The second pays again.
    const auto second = multicast(core(0, 0), corner(0, 0), corner(2, 2), 100000);
    EXPECT_EQ(second[1] - large[1], 100000u);
}

TEST_F(Contended, a_multicast_told_late_does_not_wait_for_later_ones) {
    const auto row = [&](std::uint32_t x, std::uint64_t time) {
        return multicast(core(x, 0), corner(0, 0), corner(7, 0), time, 0, 8192).back();
    };
    std::uint64_t last = 0;
    for (int i = 0; i < 9; i++) last = row(0, 0);  // each leaves behind the one before
    const auto late = row(1, 0);
    EXPECT_LT(late, last);
    timing->reset();
    EXPECT_GT(late, row(1, 0));
}

TEST_F(Contended, a_multicast_that_waited_has_half_of_the_way_left) {
    // Both to the same rectangle, which none of the two is in: 7 and 5 hops to its far corner.
    const auto send_from = [&](std::uint32_t x) {
        return multicast(core(x, 0), corner(4, 0), corner(5, 2), 0).back();
    };
    const auto first = send_from(0), waited = send_from(2);
    // Its bytes follow the first one's 5 cycles, and it has 2 hops less to go.
    const auto hops = map.hops(map.core_position(core(2, 0)), map.core_position(core(5, 2)), 0);
    EXPECT_EQ(waited - first, 5 + 8 * hops - 9 * 2u);
}

TEST_F(Contended, linked_multicasts_keep_their_path) {
    const auto first = multicast(core(0, 0), corner(0, 0), corner(2, 2), 0, IB_NOC_LINKED);
    const auto second = multicast(core(0, 0), corner(0, 0), corner(2, 2), 1000);
    EXPECT_EQ(first[1] - (second[1] - 1000), 9 + 4 * 16u);
    const auto third = multicast(core(0, 0), corner(0, 0), corner(2, 2), 2000);
    EXPECT_EQ(third[1] - 2000, first[1]);  // the second gave it up
}

TEST_F(Contended, a_kept_path_holds_others_back) {
    multicast(core(0, 0), corner(0, 0), corner(2, 2), 0, IB_NOC_LINKED);
    EXPECT_TRUE(held_back(core(1, 0), corner(0, 0), corner(2, 2)));
    EXPECT_FALSE(held_back(core(0, 0), corner(0, 0), corner(2, 2)));
    EXPECT_FALSE(held_back(core(4, 4), corner(4, 4), corner(5, 5)));
    multicast(core(0, 0), corner(0, 0), corner(2, 2), 1000);
    EXPECT_FALSE(held_back(core(1, 0), corner(0, 0), corner(2, 2)));
}

TEST_F(Contended, another_rectangle_gives_a_kept_path_up) {
    multicast(core(0, 0), corner(0, 0), corner(2, 2), 0, IB_NOC_LINKED);
    multicast(core(0, 0), corner(0, 5), corner(0, 6), 1000);
    EXPECT_FALSE(held_back(core(1, 0), corner(0, 0), corner(2, 2)));
}

TEST_F(Contended, acknowledgements_come_in_one_a_cycle) {
    Write t(map, Flow{core(0, 0), core(0, 1)}, 64);
    std::uint64_t first = ~0ull, last = 0;
    for (int i = 0; i < 56; i++) {
        const Packet ack{Cycles{500}, {}, &t, Leg::ack, core(0, 1), t.to};
        const auto at = timing->arrival(ack, t.from, t.source).v;
        first = std::min(first, at);
        last = std::max(last, at);
    }
    EXPECT_EQ(last - first, 55u);
}

TEST_F(Contended, atomics_take_the_port_of_the_target) {
    Write t(map, Flow{core(0, 0), core(0, 1)}, 4);
    t.kind = Kind::atomic;
    const Packet p{Cycles{500}, {}, &t, Leg::request, core(0, 0), t.from};
    const auto first = timing->arrival(p, t.to, t.target);
    EXPECT_EQ(timing->arrival(p, t.to, t.target) - first, Cycles{5});
}

TEST_F(Contended, requests_stand_behind_one_for_a_busy_core) {
    // NoC 0 goes from (0, 0) along the row; both targets lie on it.
    const NodeId busy = core(3, 0), idle = core(5, 0), other = core(0, 3);
    const auto alone = ask(core(0, 0), idle, 100);
    const auto elsewhere = ask(core(0, 2), other, 100);
    timing->reset();
    for (int i = 0; i < 40; i++) ask(core(1, 0), busy, 0);
    for (int i = 0; i < 10; i++) ask(core(0, 0), busy, 50);
    EXPECT_GT(ask(core(0, 0), idle, 100), alone + 2000);
    EXPECT_EQ(ask(core(0, 2), other, 100), elsewhere);
    EXPECT_GT(inject(core(0, 0), 0, 100, 0), 2000u);
    timing->settle();
    EXPECT_EQ(ask(core(0, 0), idle, 100), alone);
}

TEST_F(Contended, few_requests_hold_nobody_up) {
    const auto alone = ask(core(0, 0), core(5, 0), 100);
    timing->reset();
    for (int i = 0; i < 3; i++) ask(core(0, 0), core(3, 0), 0);
    EXPECT_EQ(ask(core(0, 0), core(5, 0), 100), alone);
}

TEST_F(Contended, a_read_waits_for_writes_on_its_channel) {
    const auto bank_answer = [&](Kind kind, std::uint8_t vc) {
        Transaction t;
        t.kind = kind;
        t.vc = vc;
        t.size = 128;
        return timing->answer(t, NodeId(map.cores()), 0, Cycles{1000}).v;
    };
    const auto written = bank_answer(Kind::write, 1);
    EXPECT_LT(bank_answer(Kind::read, 2), written + 104);
    EXPECT_GE(bank_answer(Kind::read, 1), written + 104);
}

TEST_F(Contended, small_writes_to_dram_are_slow) {
    const auto last_of = [&](std::uint32_t bytes) {
        timing->reset();
        Transaction t;
        t.kind = Kind::write;
        t.size = bytes;
        std::uint64_t last = 0;
        for (int i = 0; i < 11; i++) last = timing->answer(t, NodeId(map.cores()), 0, {}).v;
        return last;
    };
    EXPECT_GT(last_of(64), 10 * 66u);
    EXPECT_LT(last_of(128), 10 * 10u + 131);
}

TEST_F(Contended, counts_what_links_carry) {
    send({core(0, 0), core(2, 0)}, 0);
    const Usage use = timing->usage();
    ASSERT_EQ(use.links.size(), 4u);  // in, two in x, out
    std::uint64_t in_x = 0;
    for (const LinkUse& l : use.links) {
        EXPECT_EQ(l.bytes, 8192u);
        in_x += l.way == Way::x ? 1 : 0;
    }
    EXPECT_EQ(in_x, 2u);
}

TEST_F(Contended, reset_forgets) {
    const Flow f{core(0, 0), core(2, 0)};
    const auto fresh = send(f, 0);
    for (int i = 0; i < 10; i++) send(f, 0);
    multicast(core(0, 0), corner(0, 0), corner(2, 2), 0, IB_NOC_LINKED);
    timing->reset();
    EXPECT_EQ(send(f, 0), fresh);
    EXPECT_FALSE(held_back(core(1, 0), corner(0, 0), corner(2, 2)));
}

TEST_F(Contended, nothing_arrives_before_the_lookahead) {
    EXPECT_GE(send({core(0, 0), core(0, 0)}, 0, 16), timing->lookahead().v);
    Write t(map, Flow{core(0, 0), core(0, 0)}, 16);
    for (const Leg leg : {Leg::data, Leg::ack}) {
        timing->reset();
        EXPECT_GE(timing->arrival({{}, {}, &t, leg, core(0, 0), t.from}, t.from, t.source),
                  timing->lookahead());
    }
}

TEST(Timing, unknown_models_are_refused) {
    const arch::Floorplan plan(*arch::find("n150"));
    const Map map(plan);
    EXPECT_NO_THROW(make_timing("", plan.product(), map));
    EXPECT_NO_THROW(make_timing("ideal", plan.product(), map));
    EXPECT_ANY_THROW(make_timing("quick", plan.product(), map));
}

}  // namespace
}  // namespace ironbird::noc

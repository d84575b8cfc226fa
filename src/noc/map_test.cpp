// Coordinates, distances and rectangles.
#include "noc/map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "noc/i_timing.hpp"

namespace ironbird::noc {
namespace {

struct MapTest : testing::Test {
    arch::Floorplan plan{*arch::find("n150")};
    Map map{plan};

    Corner corner(std::uint32_t x, std::uint32_t y) const {
        const Virtual v = plan.to_virtual({x, y});
        return {static_cast<std::uint8_t>(v.x), static_cast<std::uint8_t>(v.y)};
    }
    NodeId core(std::uint32_t x, std::uint32_t y) const { return NodeId(plan.core_index({x, y})); }
};

TEST(Address, is_taken_apart_as_it_was_put_together) {
    const Address a = make_rectangle({18, 19}, {25, 26}, 0x1234567);
    EXPECT_EQ(local(a), 0x1234567u);
    EXPECT_EQ(target(a), (Corner{25, 26}));
    EXPECT_EQ(start(a), (Corner{18, 19}));
}

TEST_F(MapTest, names_cores_and_controllers) {
    EXPECT_EQ(map.at(corner(3, 2)).node, core(3, 2));
    EXPECT_EQ(map.at({0, 11}).kind, arch::TileKind::dram);
    EXPECT_EQ(map.at({0, 11}).node, plan.cores());
    EXPECT_EQ(map.at({40, 40}).node, kNoNode);
}

TEST_F(MapTest, cores_and_banks_answer) {
    const auto controller = NodeId(plan.cores());
    EXPECT_EQ(map.responder(core(3, 2), 0), core(3, 2));
    const std::uint64_t second = plan.product().dram[1].offset;
    EXPECT_EQ(map.responder(controller, second - 1), plan.cores());
    EXPECT_EQ(map.responder(controller, second), plan.cores() + 1);
    EXPECT_EQ(map.responder(NodeId(controller + 1), 0), plan.cores() + 2);
    EXPECT_EQ(map.responders(), plan.cores() + 12);
}

TEST_F(MapTest, there_and_back_is_once_round_the_ring) {
    const Position a = map.core_position(core(0, 0)), b = map.core_position(core(0, 5));
    const Position c = map.core_position(core(4, 7));
    for (const std::uint32_t noc : {0u, 1u}) {
        EXPECT_EQ(map.hops(a, b, noc) + map.hops(b, a, noc), 12u);
        EXPECT_EQ(map.hops(a, c, noc) + map.hops(c, a, noc), 22u);
        EXPECT_EQ(map.hops(a, a, noc), 0u);
    }
}

TEST_F(MapTest, rectangles_hold_cores_only) {
    // Logical columns 3 and 4 have a DRAM column between them; rows 4 and 5 an Ethernet row.
    EXPECT_THAT(map.receivers(corner(3, 4), corner(4, 5), 0),
                testing::UnorderedElementsAre(core(3, 4), core(4, 4), core(3, 5), core(4, 5)));
    EXPECT_EQ(map.receivers(corner(0, 0), corner(7, 8), 0).size(), 72u);
}

TEST_F(MapTest, noc1_walks_from_the_far_corner) {
    EXPECT_THAT(map.receivers(corner(2, 1), corner(1, 0), 1),
                testing::UnorderedElementsAre(core(1, 0), core(2, 0), core(1, 1), core(2, 1)));
}

}  // namespace
}  // namespace ironbird::noc

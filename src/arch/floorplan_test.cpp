// Coordinates of every product: round trips, harvesting, routes.
#include "arch/floorplan.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/fault.hpp"

namespace ironbird::arch {
namespace {

class EveryProduct : public testing::TestWithParam<Product> {};

INSTANTIATE_TEST_SUITE_P(Products, EveryProduct,
                         testing::ValuesIn(products().begin(), products().end()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(EveryProduct, LogicalVirtualRoundTrip) {
    const Floorplan plan(GetParam());
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (std::uint32_t i = 0; i < plan.tensix_cores(); i++) {
        const Logical c = plan.core_logical(i);
        EXPECT_EQ(plan.core_index(c), i);
        const Virtual v = plan.to_virtual(c);
        EXPECT_TRUE(seen.emplace(v.x, v.y).second);
        EXPECT_EQ(plan.to_logical(v), c);
        EXPECT_EQ(plan.position(v.x, v.y), plan.to_physical(c));
    }
}

TEST_P(EveryProduct, ComputeGridFits) {
    const Product& p = GetParam();
    EXPECT_LE(p.compute_grid.x, p.tensix_grid().x);
    EXPECT_LE(p.compute_grid.y, p.tensix_grid().y);
    EXPECT_LE(p.memory.kernel_config_base + p.memory.kernel_config_bytes, p.memory.unreserved_base);
}

TEST_P(EveryProduct, BanksAreReachedThroughTheirController) {
    const Floorplan plan(GetParam());
    for (std::uint32_t b = 0; b < plan.product().dram.size(); b++) {
        const DramBank& bank = plan.product().dram[b];
        for (const Physical& at : bank.endpoint) {
            const Tile tile = plan.at(at.x, at.y);
            EXPECT_EQ(tile.kind, TileKind::dram);
            EXPECT_EQ(tile.index, bank.controller);
        }
        EXPECT_EQ(plan.bank_of(bank.controller, bank.offset + 17), b);
    }
}

// Request and response together go once round each ring that they use.
TEST_P(EveryProduct, RoundTripDependsOnAxesOnly) {
    const Floorplan plan(GetParam());
    const Grid grid = plan.product().noc_grid;
    const Physical a = plan.core_physical(0);
    for (std::uint32_t i = 1; i < plan.tensix_cores(); i++) {
        const Physical b = plan.core_physical(i);
        const std::uint32_t expected = (a.x != b.x ? grid.x : 0) + (a.y != b.y ? grid.y : 0);
        for (std::uint32_t noc : {0u, 1u})
            EXPECT_EQ(plan.hops(a, b, noc) + plan.hops(b, a, noc), expected);
    }
}

TEST(Products, KnownFigures) {
    EXPECT_EQ(find("n150")->compute_grid.y, 8u);
    EXPECT_EQ(find("wormhole_b0"), find("n150"));
    EXPECT_EQ(find("blackhole"), find("p150"));
    EXPECT_EQ(Floorplan(*find("n150")).tensix_cores(), 72u);
    EXPECT_EQ(Floorplan(*find("n150")).cores(), 72 + 16u);
    EXPECT_EQ(Floorplan(*find("p100a")).tensix_cores(), 120u);
    EXPECT_EQ(find("n150")->memory.unreserved_base, 105664u);
    EXPECT_EQ(find("quasar"), nullptr);
}

TEST(Products, HarvestedColumnsAreClosedUp) {
    const Floorplan plan(*find("p100a"));
    EXPECT_EQ(plan.to_virtual({7, 0}), (Virtual{10, 2}));
    EXPECT_EQ(plan.to_virtual({11, 9}), (Virtual{14, 11}));
    EXPECT_FALSE(plan.contains({12, 0}));
}

}  // namespace
}  // namespace ironbird::arch

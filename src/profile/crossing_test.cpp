// Links that a payload crosses, against those that the network with contention walks.
#include "profile/crossing.hpp"

#include <gtest/gtest.h>

#include "noc/impl/links.hpp"

namespace ironbird::profile {
namespace {

constexpr arch::Grid kGrid{5, 4};

TEST(Crossing, ATreeHasAsManyLinksAsTheNetworkWalks) {
    const noc::Links links(kGrid);
    const auto place = [](std::uint32_t i) {
        return noc::Position{static_cast<std::uint8_t>(i % kGrid.x),
                             static_cast<std::uint8_t>(i / kGrid.x)};
    };
    for (std::uint32_t noc = 0; noc < 2; noc++)
        for (std::uint32_t i = 0; i < 20 * 20 * 20; i++) {
            const noc::Position from = place(i % 20), first = place(i / 20 % 20),
                                last = place(i / 400);
            std::uint32_t walked = 0;
            links.visit_tree(from, first, last, noc,
                             [&](std::uint32_t, std::uint32_t) { walked++; });
            ASSERT_EQ(links_of_tree(kGrid, from, {first.x, first.y}, {last.x, last.y}, noc), walked)
                << noc << " " << i;
        }
}

TEST(Crossing, AReadsPayloadTravelsBack) {
    const arch::Floorplan plan(*arch::find("n150"));
    noc::Transaction t;
    t.from = {1, 1};
    t.to = {3, 2};
    t.kind = noc::Kind::write;
    EXPECT_EQ(links_crossed(plan, t), 3u);
    t.kind = noc::Kind::read;
    EXPECT_EQ(links_crossed(plan, t), 10u + 12u - 3u);
    t.noc = 1;
    EXPECT_EQ(links_crossed(plan, t), 3u);
}

}  // namespace
}  // namespace ironbird::profile

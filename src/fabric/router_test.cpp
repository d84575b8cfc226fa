// Headers are read as upstream's kernels write them; slots fit; ways on meshes; a router's errors.
#include "fabric/router.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "fabric/grid.hpp"
#include "fabric/tables.hpp"

namespace ironbird::fabric {
namespace {

using arch::Direction;
using Kind = Packet::Action::Kind;

struct Header {
    std::array<std::uint8_t, 128> bytes{};
    template <class T>
    Header& put(std::uint32_t at, T value) {
        std::memcpy(bytes.data() + at, &value, sizeof value);
        return *this;
    }
    Packet packet(Topology t = Topology::line, std::uint32_t size = 48) {
        return {bytes.data(), t, size};
    }
};

TEST(FabricPacket, LineRoutesAreReadHopByHop) {
    Header h;
    h.put<std::uint32_t>(kRouteAt, 0x7a);  // three hops away, two chips: forward twice, both, write
    const std::uint8_t west = 1u << static_cast<int>(Direction::west);
    for (const auto& [deliver, forward] : {std::pair(false, true), std::pair(false, true),
                                           std::pair(true, true), std::pair(true, false)}) {
        const auto way = h.packet().way(Direction::east, Direction::west);
        EXPECT_EQ(way.deliver, deliver);
        EXPECT_EQ(way.forward, forward ? west : 0);
        h.packet().advance(Direction::east, Direction::west, deliver);
    }
    EXPECT_FALSE(h.packet().way(Direction::east, Direction::west).deliver);
}

TEST(FabricPacket, LongRoutesGoOnInTheNextWord) {
    Header h;
    h.put<std::uint32_t>(kRouteAt, 0xaaaaaaaa).put<std::uint32_t>(kRouteAt + 4, 1);
    for (int hop = 0; hop < 16; hop++) {
        EXPECT_FALSE(h.packet(Topology::line, 64).way(Direction::west, Direction::east).deliver);
        h.packet(Topology::line, 64).advance(Direction::west, Direction::east, false);
    }
    EXPECT_TRUE(h.packet(Topology::line, 64).way(Direction::west, Direction::east).deliver);
}

TEST(FabricPacket, MeshRoutesTurnAtTheirBranch) {
    Header h;  // one hop south, then east: at the turn it goes on at offset 2
    h.put<std::uint8_t>(kRouteAt + 2, 2).put<std::uint8_t>(kRouteAt + 4, 1);
    h.put<std::uint8_t>(kRouteAt + 6, 2);
    auto way = h.packet(Topology::mesh, 96).way(Direction::north, Direction::south);
    EXPECT_FALSE(way.deliver);
    EXPECT_EQ(way.forward, 1u << static_cast<int>(Direction::east));
    h.packet(Topology::mesh, 96).advance(Direction::north, Direction::east, false);
    way = h.packet(Topology::mesh, 96).way(Direction::west, Direction::east);
    EXPECT_TRUE(way.deliver);
    EXPECT_EQ(way.forward, 0);
}

TEST(FabricPacket, CommandsBecomeActions) {
    Header fused;
    fused.put<std::uint64_t>(0, 0x1000).put<std::uint64_t>(8, 0x2000).put<std::uint32_t>(16, 5);
    fused.put<std::uint8_t>(20, 1).put<std::uint16_t>(kPayloadSizeAt, 256);
    fused.put(kSendTypeAt, SendType::fused_atomic_inc);
    auto all = fused.packet().actions();
    ASSERT_EQ(all.count, 2u);
    EXPECT_EQ(all.list[0].size, 256u);
    EXPECT_EQ(all.list[1].kind, Kind::increment);
    EXPECT_EQ(all.list[1].value, 5u);
    EXPECT_TRUE(all.list[1].flush);

    Header scatter;  // two writes and an increment
    scatter.put<std::uint64_t>(0, 0x100).put<std::uint64_t>(8, 0x200).put<std::uint64_t>(16, 0x300);
    scatter.put<std::uint16_t>(32, 64).put<std::uint16_t>(34, 32).put<std::uint16_t>(36, 7);
    scatter.put<std::uint8_t>(38, 3).put<std::uint8_t>(39, 1 | 1 << 2 | 3 << 4);
    scatter.put<std::uint16_t>(kPayloadSizeAt, 96).put(kSendTypeAt, SendType::scatter_write);
    all = scatter.packet().actions();
    ASSERT_EQ(all.count, 3u);
    EXPECT_EQ(all.list[1].offset, 64u);
    EXPECT_EQ(all.list[1].size, 32u);
    EXPECT_EQ(all.list[2].value, 7u);
}

TEST(FabricLayout, SlotsFitAndLargePayloadsGetFewer) {
    const arch::Ethernet& wormhole = arch::selected("n300").ethernet;
    fabric::Setup setup;
    EXPECT_EQ(layout_of(wormhole, setup).senders[0].slots, 8u);
    EXPECT_EQ(layout_of(wormhole, setup).receiver.slots, 16u);
    EXPECT_EQ(layout_of(arch::selected("p150").ethernet, setup).senders[0].slots, 16u);
    EXPECT_EQ(layout_of(arch::selected("p150").ethernet, setup).receiver.slots, 32u);
    // Neighbours need one channel to send, which leaves room for more slots of it.
    const fabric::Setup neighbours{.topology = Topology::neighbour_exchange};
    EXPECT_EQ(layout_of(wormhole, neighbours).senders[0].slots, 16u);
    EXPECT_EQ(layout_of(wormhole, neighbours).receiver.slots, 16u);
    EXPECT_EQ(layout_of(arch::selected("p150").ethernet, neighbours).senders[0].slots, 32u);
    setup.payload_bytes = 15232;
    const Layout large = layout_of(wormhole, setup);
    EXPECT_LT(large.senders[0].slots, 8u);
    EXPECT_LE(large.receiver.base + large.receiver.slots * setup.slot_bytes(),
              wormhole.unreserved_base + wormhole.unreserved_bytes);
    setup.payload_bytes = 70000;
    EXPECT_ANY_THROW(layout_of(wormhole, setup));
}

TEST(FabricLayout, StreamsAreFoundByTheirRegisters) {
    for (const auto family : {arch::Family::wormhole, arch::Family::blackhole}) {
        EXPECT_EQ(stream_of(family, stream_register(family, 22)), 22u);
        EXPECT_EQ(stream_of(family, stream_register(family, 22) + 4), ~0u);
        EXPECT_EQ(stream_of(family, 0x20000), ~0u);
    }
}

TEST(FabricGrid, WaysGoNorthAndSouthFirstAndTheShorterWayRound) {
    const arch::Cluster galaxy(arch::selected_cluster("galaxy"));
    const Grid open(galaxy, false, false), closed(galaxy, true, true);
    const Route far = open.route(0, 31);
    EXPECT_EQ(far.vertical, 7u);
    EXPECT_EQ(far.horizontal, 3u);
    EXPECT_EQ(far.first(), Direction::south);
    EXPECT_EQ(closed.route(0, 31).hops(), 2u);
    EXPECT_EQ(closed.route(0, 31).first(), Direction::north);
    EXPECT_EQ(open.neighbour(0, Direction::west), std::nullopt);
    EXPECT_EQ(closed.neighbour(0, Direction::west), 3u);
}

TEST(FabricGrid, LinesTurnAtTheCornersOfAnOpenMesh) {
    const Grid t3000(arch::Cluster(arch::selected_cluster("t3000")), true, true);
    EXPECT_EQ(t3000.ahead(3, Direction::west), Direction::south);
    EXPECT_EQ(t3000.ahead(1, Direction::west), Direction::east);
    const Grid galaxy(arch::Cluster(arch::selected_cluster("galaxy")), true, true);
    EXPECT_EQ(galaxy.ahead(3, Direction::west), Direction::east);
}

TEST(FabricTables, HoldWhatKernelsLookUp) {
    const Grid t3000(arch::Cluster(arch::selected_cluster("t3000")), false, false);
    fabric::Setup setup{.topology = Topology::mesh, .header_bytes = 96};
    const auto table = routing_table(t3000, setup, 1);
    ASSERT_EQ(table.size(), 2576u);
    EXPECT_EQ(table[34], 1);  // its own number
    std::uint32_t path = 0;
    std::memcpy(&path, table.data() + 516 + 4 * 7, 4);
    EXPECT_EQ(path, 1u | 2u << 7 | 1u << 14 | 1u << 15 | 1u << 16);
    const Connection router{8, Direction::east, {25, 16}};
    const auto connections = connection_table(std::span(&router, 1), setup,
                                              layout_of(arch::selected("n300").ethernet, setup));
    ASSERT_EQ(connections.size(), 656u);
    EXPECT_EQ(connections[8 * 24 + 19], 25);
    EXPECT_EQ(connections[384 + 1], 1);  // valid: channel 8
}

}  // namespace
}  // namespace ironbird::fabric

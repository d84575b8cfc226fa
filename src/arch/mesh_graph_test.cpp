// Descriptors become clusters; what is none is refused with its line.
#include "arch/mesh_graph.hpp"

#include <gmock/gmock.h>

#include "base/fault.hpp"

namespace ironbird::arch {
namespace {

constexpr const char* kTorus = R"(
# a torus
mesh_descriptors {
  name: "M0"
  arch: WORMHOLE_B0
  device_topology { dims: [ 4, 8 ] dim_types: [ RING, LINE ] }
  host_topology { dims: [1, 1] }
  channels { count: 2 policy: STRICT }
}
top_level_instance { mesh { mesh_descriptor: "M0" mesh_id: 0 } }
)";

std::string changed(const std::string& from, const std::string& to) {
    std::string text = kTorus;
    return text.replace(text.find(from), from.size(), to);
}
std::string refused(const std::string& text) {
    try {
        parse_mesh_graph(text, "d.textproto");
    } catch (const Error& e) {
        return e.summary();
    }
    return "";
}

TEST(MeshGraph, BecomesACluster) {
    const MeshGraph g = parse_mesh_graph(kTorus, "d");
    EXPECT_EQ(g.rows, 4u);
    EXPECT_EQ(g.columns, 8u);
    EXPECT_TRUE(g.wrap_columns);
    EXPECT_FALSE(g.wrap_rows);
    const Cluster c = cluster_of(g, selected("n300"));
    EXPECT_EQ(c.devices(), 32u);
    EXPECT_EQ(c.links().size(), 2u * (4 * 7 + 8 * 4));
    EXPECT_EQ(c.neighbour(0, Direction::north), 24);
    EXPECT_EQ(c.neighbour(0, Direction::west), std::nullopt);
}

TEST(MeshGraph, SharesChannelsOfSidesThatNoChipUsesBothOf) {
    const MeshGraph square =
        parse_mesh_graph(changed("4, 8 ] dim_types: [ RING, LINE ]", "2, 2 ]"), "d");
    EXPECT_EQ(cluster_of(square, selected("p150")).links().size(), 2u * 4);
    MeshGraph wide = square;
    wide.links = 8;
    EXPECT_THROW(cluster_of(wide, selected("p150")), Error);
}

TEST(MeshGraph, RefusesWhatIsNone) {
    using testing::HasSubstr;
    EXPECT_THAT(refused("mesh_descriptors {"), HasSubstr("d.textproto:1"));
    EXPECT_THAT(refused(""), HasSubstr("no mesh_descriptors"));
    EXPECT_THAT(refused(changed("WORMHOLE_B0", "GRAYSKULL")), HasSubstr("arch is GRAYSKULL"));
    EXPECT_THAT(refused(changed("4, 8", "4, 8, 2")), HasSubstr("dims has 3"));
    EXPECT_THAT(refused(changed("4, 8", "0, 8")), HasSubstr("dims is 0"));
    EXPECT_THAT(refused(changed("RING", "CIRCLE")), HasSubstr("dim_types has CIRCLE"));
    EXPECT_THAT(refused(changed("mesh_descriptor: \"M0\"", "mesh_descriptor: \"M1\"")),
                HasSubstr("no mesh M1"));
    EXPECT_THAT(refused(changed("mesh {", "graph {")), HasSubstr("several meshes"));
}

TEST(MeshGraph, MustBePartOfTheMachine) {
    const MeshGraph g = parse_mesh_graph(kTorus, "d");
    EXPECT_NO_THROW(check_embeds(g, Cluster(selected_cluster("galaxy")), "d"));
    EXPECT_THROW(check_embeds(g, Cluster(selected_cluster("t3000")), "d"), Error);
}

}  // namespace
}  // namespace ironbird::arch

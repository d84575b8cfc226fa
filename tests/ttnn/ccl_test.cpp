// Collectives on a machine of several chips, against their definitions: all bytes of all devices,
// twice (the second time the programs are cached).
#include <algorithm>
#include <iterator>

#include "collectives.hpp"
#include "ttnn/distributed/distributed_tensor.hpp"
#include "ttnn/operations/ccl/all_broadcast/all_broadcast.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/broadcast/broadcast.hpp"
#include "ttnn/operations/ccl/mesh_partition/mesh_partition.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/point_to_point/point_to_point.hpp"

namespace ttnn::test {
namespace {

TEST_F(Collectives, GatherAlongEveryDimension) {
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_1D_RING}) {
        open(config, whole_line());
        for (int dim = 0; dim < 4; dim++) {
            const Tensor in = fresh(Shape({2, 3, 64, 96}));
            for (int again = 0; again < 2; again++)
                expect_gathered(in, all_gather(in, dim), dim, -1);
        }
        const Tensor rows = fresh(Shape({1, 2, 5, 64}), Layout::ROW_MAJOR);
        expect_gathered(rows, all_gather(rows, 2), 2, -1);
        expect_gathered(rows, all_gather(rows, -1), 3, -1);
        TearDown();
    }
}

// Many small rows, which go in packets of those that lie behind one another in a bank.
TEST_F(Collectives, PagesOfABank) {
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_1D_RING}) {
        open(config, whole_line());
        const Tensor rows = fresh(Shape({1, 2, 150, 64}), Layout::ROW_MAJOR);
        for (int again = 0; again < 2; again++)
            for (const int dim : {1, 2}) expect_gathered(rows, all_gather(rows, dim), dim, -1);
        const std::vector<Tensor> all = all_broadcast(rows);
        const MeshCoordinate first(0, 0), last(0, devices() - 1);
        const Tensor one = broadcast(rows, last), moved = point_to_point(rows, first, last);
        for (uint32_t d = 0; d < devices(); d++) {
            const MeshCoordinate at(0, d);
            for (uint32_t from = 0; from < devices(); from++)
                EXPECT_EQ(read(all[from], at), own(rows, from)) << from << " to " << d;
            EXPECT_EQ(read(one, at), own(rows, devices() - 1)) << d;
        }
        EXPECT_EQ(read(moved, first), own(rows, devices() - 1));
        TearDown();
    }
}

TEST_F(Collectives, OnAxesOfTheMesh) {
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_2D}) {
        open(config, SystemMesh::instance().shape());
        const Tensor in = fresh(Shape({1, 1, 64, 64}));
        for (int axis = 0; axis < 2; axis++)
            if (mesh_->shape()[axis] > 1)
                expect_gathered(in, all_gather(in, 3, static_cast<uint32_t>(axis)), 3, axis);
        TearDown();
    }
}

// Two devices come late: those below them are done with the row and begin with the column, while in
// the row of the late ones devices still wait for each other.
TEST_F(Collectives, AlongOneAxisAfterTheOther) {
    open(FabricConfig::FABRIC_1D, SystemMesh::instance().shape());
    if (mesh_->shape()[0] == 1 || mesh_->shape()[1] == 1) GTEST_SKIP() << "there is one axis";
    const Tensor in = fresh(Shape({1, 1, 64, 64})), much = fresh(Shape({1, 4, 256, 256}));
    const Tensor sums = fresh(Shape({1, 1, 32, 64 * mesh_->shape()[1]}));
    for (int again = 0; again < 2; again++) {
        point_to_point(much, MeshCoordinate(0, 1), MeshCoordinate(0, 0));
        const Tensor along = all_gather(in, 3, 1), down = all_gather(in, 3, 0);
        point_to_point(much, MeshCoordinate(0, 1), MeshCoordinate(0, 0));
        const Tensor part = reduce_scatter(sums, 3, 1), below = all_gather(part, 2, 0);
        expect_gathered(in, along, 3, 1);
        expect_gathered(in, down, 3, 0);
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape())) {
            Raw want;
            for (uint32_t row = 0; row < mesh_->shape()[0]; row++)
                std::ranges::copy(read(part, MeshCoordinate(row, at[1])), std::back_inserter(want));
            EXPECT_EQ(read(below, at), want) << "device " << number(at);
        }
    }
}

// A tensor over all chips by both axes of the mesh, and back.
TEST_F(Collectives, SpreadAndJoined) {
    using distributed::MeshMapperConfig;
    open(FabricConfig::FABRIC_1D, SystemMesh::instance().shape());
    const MeshShape& mesh = mesh_->shape();
    const Shape shape({mesh[0], 2, mesh[1] * 32, 32});
    std::vector<float> values(shape.volume());
    for (std::size_t i = 0; i < values.size(); i++) values[i] = static_cast<float>(i % 251);
    const Tensor whole =
        Tensor::from_vector(values, spec_of(shape, DataType::BFLOAT16, Layout::TILE));
    const auto mapper = distributed::create_mesh_mapper(
        *mesh_, {.placements = {MeshMapperConfig::Shard{0}, MeshMapperConfig::Shard{2}}});
    const Tensor spread = distributed::distribute_tensor(whole, *mapper, *mesh_);
    EXPECT_EQ(spread.logical_shape(), Shape({1, 2, 32, 32}));
    const auto composer = distributed::create_mesh_composer(*mesh_, {.dims = {0, 2}});
    EXPECT_EQ(distributed::aggregate_tensor(spread, *composer).to_vector<float>(), values);
}

TEST_F(Collectives, BroadcastsFromEveryPlace) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 160}));
    for (uint32_t from = 0; from < devices(); from++) {
        const Tensor out = broadcast(in, MeshCoordinate(0, from));
        for (uint32_t d = 0; d < devices(); d++)
            EXPECT_EQ(read(out, MeshCoordinate(0, d)), own(in, from)) << from << " to " << d;
    }
    const std::vector<Tensor> all = all_broadcast(in);
    ASSERT_EQ(all.size(), devices());
    for (uint32_t from = 0; from < devices(); from++)
        for (uint32_t d = 0; d < devices(); d++)
            EXPECT_EQ(read(all[from], MeshCoordinate(0, d)), own(in, from)) << from << " to " << d;
}

TEST_F(Collectives, PointToPoint) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = fresh(Shape({1, 3, 32, 64}));
    for (uint32_t from = 0; from < devices(); from++)
        for (uint32_t to = 0; to < devices(); to++)
            if (from != to) {
                const Tensor out =
                    point_to_point(in, MeshCoordinate(0, to), MeshCoordinate(0, from));
                EXPECT_EQ(read(out, MeshCoordinate(0, to)), own(in, from)) << from << " to " << to;
            }
}

TEST_F(Collectives, SumsAndParts) {
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 32 * 2 * devices()}));
    const Raw total = sum(in, line(MeshCoordinate(0, 0), -1));
    for (int again = 0; again < 2; again++) {
        const Tensor reduced = all_reduce(in), part = reduce_scatter(in, 3);
        for (uint32_t d = 0; d < devices(); d++) {
            EXPECT_EQ(read(reduced, MeshCoordinate(0, d)), total) << "device " << d;
            const Raw want(total.begin() + d * 2048, total.begin() + (d + 1) * 2048);
            EXPECT_EQ(read(part, MeshCoordinate(0, d)), want) << "device " << d;
        }
    }
    const Tensor kept = mesh_partition(in, 3, std::nullopt);
    for (uint32_t d = 0; d < devices(); d++) {
        const Raw mine = own(in, d);
        EXPECT_EQ(read(kept, MeshCoordinate(0, d)),
                  Raw(mine.begin() + d * 2048, mine.begin() + (d + 1) * 2048));
    }
}

// Rows that are closed lead packets round, not into the next row; the rows themselves are rings.
TEST_F(Collectives, GoStraightWhereRowsAreClosed) {
    const MeshShape system = SystemMesh::instance().shape();
    if (tt::tt_fabric::get_all_mgd_fabric_types().front() == tt::tt_fabric::FabricType::MESH)
        GTEST_SKIP() << "no row or column of this machine is closed";
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    const Tensor all = fresh(Shape({1, 1, 32, 32}));
    EXPECT_THAT(thrown([&] { all_gather(all, 3); }),
                testing::HasSubstr("the line turns at device"));
    TearDown();
    open(FabricConfig::FABRIC_1D_RING, system);
    const Tensor rows = fresh(Shape({1, 1, 32, 64}));
    expect_gathered(rows, all_gather(rows, 3, 1), 3, 1);
}

TEST_F(Collectives, RefuseWhatTheyCannotDo) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 32}));
    EXPECT_THAT(thrown([&] { all_gather(in, 4); }), testing::HasSubstr("dim is 4"));
    EXPECT_THAT(thrown([&] {
                    all_gather(in, 3, std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                               std::nullopt, 9);
                }),
                testing::HasSubstr("num_links is 9"));
    EXPECT_THAT(thrown([&] { reduce_scatter(empty(Shape({1, 1, 32, 32 * devices() + 1})), 3); }),
                testing::HasSubstr("elements is allowed"));
    const Tensor odd = fresh(Shape({1, 1, 16, 32}), Layout::ROW_MAJOR);
    EXPECT_THAT(thrown([&] { mesh_partition(odd, 1, std::nullopt); }),
                testing::HasSubstr("a multiple of"));
    TearDown();
    using enum tt::tt_fabric::FabricType;
    if (tt::tt_fabric::get_all_mgd_fabric_types().front() == MESH) {
        EXPECT_THAT(
            thrown([] { tt::tt_fabric::SetFabricConfig(FabricConfig::FABRIC_2D_TORUS_XY); }),
            testing::AllOf(testing::HasSubstr("needs rows that are closed"),
                           testing::HasSubstr("FABRIC_2D is the same without them")));
    }
    mesh_ = MeshDevice::create(MeshDeviceConfig(whole_line()));
    const Tensor lonely = fresh(Shape({1, 1, 32, 32}));
    EXPECT_THAT(thrown([&] { all_gather(lonely, 3); }), testing::HasSubstr("need a fabric"));
}

}  // namespace
}  // namespace ttnn::test

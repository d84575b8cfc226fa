// Mesh coordinates, ranges and containers.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/shape2d.hpp>

namespace tt::tt_metal::distributed {
namespace {

std::set<MeshCoordinate> coords_of(const MeshCoordinateRange& range) {
    return {range.begin(), range.end()};
}

TEST(MeshShape, CountsAndStrides) {
    const MeshShape shape(2, 3, 4);
    EXPECT_EQ(shape.dims(), 3u);
    EXPECT_EQ(shape.mesh_size(), 24u);
    EXPECT_EQ(shape.get_stride(0), 12u);
    EXPECT_EQ(shape[-1], 4u);
    EXPECT_FALSE(shape.is_line_topology());
    EXPECT_TRUE(MeshShape(1, 8).is_line_topology());
    EXPECT_NE(MeshShape(8), MeshShape(1, 8));
    EXPECT_EQ(fmt::format("{}", MeshShape(2, 4)), "MeshShape([2, 4])");
}

TEST(MeshCoordinate, IndexAndNeighbours) {
    const MeshShape shape(2, 4);
    const MeshCoordinate at(1, 3);
    EXPECT_EQ(at.to_linear_index(shape), 7u);
    EXPECT_THROW(MeshCoordinate(2, 0).to_linear_index(shape), std::runtime_error);
    EXPECT_THROW(at[2], std::runtime_error);
    EXPECT_EQ(at.get_neighbor(shape, 1, 1), MeshCoordinate(1, 0));
    EXPECT_EQ(at.get_neighbor(shape, -9, -1), MeshCoordinate(1, 2));
    EXPECT_EQ(at.get_neighbor(shape, 5, 0, MeshCoordinate::BoundaryMode::CLAMP), at);
    EXPECT_EQ(at.get_neighbor(shape, 1, 0, MeshCoordinate::BoundaryMode::NONE), std::nullopt);
    EXPECT_LT(MeshCoordinate(0, 3), MeshCoordinate(1, 0));
}

TEST(MeshCoordinateRange, RowMajorWithAndWithoutWrap) {
    const std::vector<MeshCoordinate> plain{{0, 1}, {0, 2}, {1, 1}, {1, 2}};
    const MeshCoordinateRange range(MeshCoordinate(0, 1), MeshCoordinate(1, 2));
    EXPECT_EQ(std::vector<MeshCoordinate>(range.begin(), range.end()), plain);
    const MeshCoordinateRange wrapped(MeshCoordinate(1, 3), MeshCoordinate(1, 0), MeshShape(2, 4));
    const std::vector<MeshCoordinate> around{{1, 3}, {1, 0}};
    EXPECT_EQ(std::vector<MeshCoordinate>(wrapped.begin(), wrapped.end()), around);
    EXPECT_EQ(wrapped.shape(), MeshShape(1, 2));
    EXPECT_FALSE(wrapped.contains(MeshCoordinate(1, 1)));
    EXPECT_THROW(MeshCoordinateRange(MeshCoordinate(1, 3), MeshCoordinate(1, 0)),
                 std::runtime_error);
    EXPECT_EQ(MeshCoordinateRange(MeshShape(2, 4)).end_coord(), MeshCoordinate(1, 3));
}

TEST(MeshCoordinateRangeSet, CoversExactlyWhatWasMerged) {
    std::mt19937 random(3);
    const auto range = [&] {
        const auto below = [&](std::uint32_t n) {
            return static_cast<std::uint32_t>(random() % n);
        };
        const std::uint32_t x = below(4), y = below(4);
        return MeshCoordinateRange(MeshCoordinate(x, y),
                                   MeshCoordinate(x + below(3), y + below(3)));
    };
    for (int i = 0; i < 200; i++) {
        MeshCoordinateRangeSet set;
        std::set<MeshCoordinate> want;
        for (int k = 0; k < 4; k++) {
            const MeshCoordinateRange next = range();
            set.merge(next);
            want.merge(coords_of(next));
        }
        const auto got = set.coords();  // sorted, and a coordinate in two ranges would appear twice
        ASSERT_EQ(got, std::vector<MeshCoordinate>(want.begin(), want.end()));

        const MeshCoordinateRange parent = range(), hole = range();
        std::vector<MeshCoordinate> rest;
        for (const MeshCoordinate& c : parent)
            if (!hole.contains(c)) rest.push_back(c);
        ASSERT_EQ(subtract(parent, hole).coords(), rest);
    }
}

TEST(MeshCoordinateRangeSet, JoinsIntoOneBox) {
    MeshCoordinateRangeSet set;
    for (std::uint32_t x = 0; x < 2; x++)
        for (std::uint32_t y = 0; y < 4; y++) set.merge(MeshCoordinateRange(MeshCoordinate(x, y)));
    ASSERT_EQ(set.size(), 1u);
    EXPECT_EQ(set.ranges().front(), MeshCoordinateRange(MeshShape(2, 4)));
}

TEST(MeshContainer, BindsCoordinateAndValue) {
    MeshContainer<int> container(MeshShape(2, 2), 5);
    container.at(MeshCoordinate(1, 0)) = 7;
    int sum = 0;
    for (auto& [coord, value] : container) value += static_cast<int>(coord[1]);
    for (const auto& [coord, value] : std::as_const(container)) sum += value;
    EXPECT_EQ(sum, 5 + 6 + 7 + 6);
    EXPECT_EQ(container.values(), (std::vector<int>{5, 6, 7, 6}));
    EXPECT_THROW(MeshContainer<int>(MeshShape(2, 2), std::vector<int>{1}), std::runtime_error);
}

TEST(Shape, NegativeIndicesReachBehindTheRank) {
    const Shape shape({3, 5});
    EXPECT_EQ(shape[-1], 5u);
    EXPECT_EQ(shape[0], 3u);
    EXPECT_EQ(shape[-4], 1u);
    EXPECT_THROW(shape[2], std::runtime_error);
    EXPECT_THROW(shape[-5], std::runtime_error);
    EXPECT_EQ(shape.volume(), 15u);
    EXPECT_EQ(shape.to_rank(4), Shape({1, 1, 3, 5}));
    EXPECT_THROW(shape.to_rank(1), std::runtime_error);
    EXPECT_EQ(compute_strides(Shape({2, 3, 4})), (ttsl::SmallVector<std::size_t>{12, 4, 1}));
    EXPECT_EQ(fmt::format("{}", shape), "Shape([3, 5])");
    const auto [height, width] = Shape2D(2, 6) * 2;
    EXPECT_EQ(height * 100 + width, 412u);
}

}  // namespace
}  // namespace tt::tt_metal::distributed

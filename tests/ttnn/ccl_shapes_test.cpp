// Shapes that upstream tests its collectives with, twice each: the second time programs are cached.
// Outputs above a million and a half elements are left to CCL_ALL_SHAPES=1.
#include <cstdlib>

#include "ccl_numbers.hpp"
#include "ttnn/operations/ccl/all_broadcast/all_broadcast.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/broadcast/broadcast.hpp"
#include "ttnn/operations/ccl/mesh_partition/mesh_partition.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async_generic/all_to_all_async_generic.hpp"
#include "ttnn/operations/point_to_point/point_to_point.hpp"

namespace ttnn::test {
namespace {

constexpr auto kBf16 = DataType::BFLOAT16, kBf8 = DataType::BFLOAT8_B, kFloat = DataType::FLOAT32;
constexpr Layout kTile = Layout::TILE, kRows = Layout::ROW_MAJOR;

struct Row {
    Shape shape;  // of every device's input
    int dim = 0;
    DataType dtype = kBf16;
    Layout layout = kTile;
    MemoryConfig memory{};
};

// The lists are for eight devices.
class Shapes : public Forms {
 protected:
    bool open_eight(FabricConfig config) {
        if (SystemMesh::instance().shape().mesh_size() != 8) return false;
        open(config, whole_line());
        return true;
    }
    // A row that is left out today is not looked at.
    template <typename Check>
    void each_row(const std::vector<Row>& rows, uint32_t grows, Check check) {
        constexpr std::size_t kMost = 1'500'000;
        for (const Row& row : rows) {
            if (row.shape.volume() * grows > kMost && std::getenv("CCL_ALL_SHAPES") == nullptr)
                continue;
            const int rank = static_cast<int>(row.shape.rank());
            for (int again = 0; again < 2; again++)
                check(each(row.shape, row.dtype, row.layout, row.memory), row,
                      row.dim < 0 ? row.dim + rank : row.dim, fmt::format("{}", row.shape));
        }
    }
};

TEST_F(Shapes, AllGather) {
    const std::vector<Row> rows = {
        {Shape({1, 1, 384, 8192}), 2},
        {Shape({1, 1, 352, 640}), 3},
        {Shape({1, 1, 1024, 640}), 3},
        {Shape({1, 1, 128, 640}), 3, kBf8},
        {Shape({1, 1, 512, 512}), 0},
        {Shape({1, 1, 512, 512}), 1},
        {Shape({1, 1, 128, 1024}), 2},
        {Shape({1, 1, 128, 1024}), -2},
        {Shape({1, 1, 64, 48}), 2},
        {Shape({1, 1, 48, 128}), 3},
        {Shape({32}), 0},
        {Shape({200}), 0},
        {Shape({16}), 0},
        {Shape({1, 1, 32, 17}), 3, kBf16, kRows},
        {Shape({3, 3, 128, 96}), 0},
        {Shape({2, 16, 8, 8}), 0},
        {Shape({1, 1, 8, 512}), 3},
        {Shape({1, 1, 32, 2048}), 3},
        {Shape({1, 1, 128, 64}), 3},
        {Shape({1, 1, 32, 896}), 3},
        {Shape({1, 1, 32, 576}), 1},
    };
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_1D_RING}) {
        if (!open_eight(config)) GTEST_SKIP() << "the lists are for eight devices";
        each_row(rows, 8, [&](const Tensor& in, const Row& row, int dim, const std::string& what) {
            expect_whole(all_gather(in, row.dim), row.shape, dim, -1, what);
        });
        TearDown();
    }
}

TEST_F(Shapes, ReduceScatter) {
    const std::vector<Row> rows = {
        {Shape({16, 2, 128, 128}), 0},
        {Shape({2, 24, 256, 256}), 1},
        {Shape({2, 16, 56, 56}), 1},
        {Shape({2, 4, 1024, 1024}), 2},
        {Shape({2, 4, 1024, 1024}), 3},
        {Shape({4, 1, 1024, 340}), 2},
        {Shape({1, 1, 13, 512}), 3},
        {Shape({3, 1, 41, 512}), 3},
        {Shape({8, 1, 512, 2560}), 3},
        {Shape({32, 256}), 1},
        {Shape({2, 32, 256}), 2},
        {Shape({2, 2, 2, 32, 256}), 4},
        {Shape({1, 2, 1, 2, 32, 256}), 5},
        {Shape({1, 1, 32, 256}), 3},
        {Shape({1, 1, 256, 128}), 2},
        {Shape({1, 1, 32, 256}), 3, kFloat},
        {Shape({1, 1, 8, 7168}), 3},
        {Shape({1, 1, 32, 4096}), 3},
        {Shape({1, 1, 16, 128}), 2, kBf16, kRows},
    };
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_1D_RING}) {
        if (!open_eight(config)) GTEST_SKIP() << "the lists are for eight devices";
        each_row(rows, 1, [&](const Tensor& in, const Row& row, int dim, const std::string& what) {
            expect_slice(reduce_scatter(in, row.dim), row.shape, dim, -1, what);
        });
        TearDown();
    }
}

TEST_F(Shapes, AllReduce) {
    if (!open_eight(FabricConfig::FABRIC_1D)) GTEST_SKIP() << "the lists are for eight devices";
    const std::vector<Row> rows = {
        {Shape({1, 1, 32, 4096})},
        {Shape({1, 1, 32, 8192}), 0, kBf16, kTile, L1_MEMORY_CONFIG},
        {Shape({1, 1, 32, 1024}), 0, kBf8},
        {Shape({1, 1, 4096, 32})},
        {Shape({2, 4, 2048, 32})},
        {Shape({544, 2880})},
        {Shape({256})},
        {Shape({256}), 0, kBf16, kRows},
        {Shape({96})},
        {Shape({96}), 0, kBf16, kRows},
        {Shape({2, 2, 32, 32})},
        {Shape({1, 1, 32, 128})},
        {Shape({1, 1, 32, 192})},
    };
    each_row(rows, 1, [&](const Tensor& in, const Row& row, int, const std::string& what) {
        expect_total(all_reduce(in), row.shape, -1, what);
    });
}

TEST_F(Shapes, Broadcasts) {
    if (!open_eight(FabricConfig::FABRIC_1D)) GTEST_SKIP() << "the lists are for eight devices";
    const std::vector<Row> rows = {
        {Shape({32, 32}), 0, kBf16, kRows},
        {Shape({2, 30}), 0, kBf16, kRows},
        {Shape({3, 121, 2042}), 0, kBf16, kRows, L1_MEMORY_CONFIG},
        {Shape({1, 1, 32, 1024})},
        {Shape({256, 3328}), 0, kBf8},
        {Shape({10, 8320}), 0, kBf16, kRows},
        {Shape({1, 10, 32784}), 0, kBf16, kRows},
        {Shape({11, 10, 32784}), 0, kBf16, kRows},
    };
    each_row(rows, 1, [&](const Tensor& in, const Row& row, int, const std::string& what) {
        const std::vector<Tensor> all = all_broadcast(in);
        for (const uint32_t d : {0u, 5u})
            expect_everywhere(all[d], what, [&](auto&) { return numbers(row.shape, d); });
        expect_everywhere(broadcast(in, MeshCoordinate(0, 3)), what,
                          [&](auto&) { return numbers(row.shape, 3); });
    });
}

TEST_F(Shapes, Parts) {
    if (!open_eight(FabricConfig::FABRIC_1D_RING)) GTEST_SKIP() << "for eight devices";
    struct Case {
        Row row;
        int in_dim, out_dim;
    };
    const std::vector<Case> cases = {{{Shape({1, 16, 1024, 512})}, 1, 2},
                                     {{Shape({1, 256, 16, 72})}, 2, 1},
                                     {{Shape({1, 32, 32, 576})}, 2, 1},
                                     {{Shape({3, 1, 32, 768})}, 2, 3},
                                     {{Shape({1, 16, 640, 64}), 0, kBf16, kRows}, 1, 2}};
    for (const Case& c : cases)
        each_row({c.row}, 1, [&](const Tensor& in, const Row& row, int, const std::string& what) {
            if (in.layout() == kTile && c.in_dim >= 2 && row.shape[c.in_dim] % 32 != 0) return;
            const Tensor out = experimental::all_to_all_async_generic(in, c.in_dim, c.out_dim);
            expect_everywhere(out, what, [&](const MeshCoordinate& at) {
                std::vector<Numbers> parts;
                for (const Numbers& all : of_line(row.shape, at, -1))
                    parts.push_back(slice(all, c.out_dim, 8, at[1]));
                return joined(parts, c.in_dim);
            });
        });
}

TEST_F(Shapes, PointToPoint) {
    open(FabricConfig::FABRIC_1D, SystemMesh::instance().shape());
    const Shape shapes[] = {Shape({1, 1, 1, 16}),   Shape({1, 1, 8, 16}), Shape({1, 13, 1, 32}),
                            Shape({100, 1, 1, 16}), Shape({1, 1, 1, 24}), Shape({1, 1, 1, 7168}),
                            Shape({1, 1, 32, 7168})};
    const MeshCoordinate last(0, mesh_->shape()[1] - 1), first(0, 0);
    for (const Shape& shape : shapes)
        for (const Layout layout : {kTile, kRows})
            for (const auto& [from, to] : {std::pair(first, last), std::pair(last, first)})
                expect(point_to_point(each(shape, kBf16, layout), to, from), to,
                       numbers(shape, number(from)), fmt::format("{} from {}", shape, from));
}

TEST_F(Shapes, Partitions) {
    open(FabricConfig::FABRIC_1D, SystemMesh::instance().shape());
    struct Case {
        Shape part;
        std::vector<int> dims;
        Layout layout;
    };
    const std::vector<Case> cases = {{Shape({1, 1, 32, 32}), {0, 1, 2, 3}, kTile},
                                     {Shape({16, 1, 1, 512}), {0}, kRows},
                                     {Shape({1, 1, 8, 512}), {2}, kRows},
                                     {Shape({1, 4, 1, 576}), {1, 3}, kRows}};
    for (const Case& c : cases)
        for (const int dim : c.dims)
            for (const int axis : {-1, 0, 1}) {
                const auto parts = axis < 0 ? devices() : mesh_->shape()[axis];
                Shape shape = c.part;
                shape[dim] *= parts;
                const auto along =
                    axis < 0 ? std::nullopt : std::optional(static_cast<uint32_t>(axis));
                expect_everywhere(
                    mesh_partition(each(shape, kBf16, c.layout), dim, along),
                    fmt::format("{} along {}", shape, axis), [&](const MeshCoordinate& at) {
                        return slice(numbers(shape, number(at)), dim, parts, place(at, axis));
                    });
            }
}

}  // namespace
}  // namespace ttnn::test

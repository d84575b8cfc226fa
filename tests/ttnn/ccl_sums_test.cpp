// Sums over devices that are added on the way, forms with the caller's semaphores, and traces.
#include <tt-metalium/global_semaphore.hpp>

#include "collectives.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/experimental/ccl/all_gather_async/all_gather_async.hpp"
#include "ttnn/operations/experimental/ccl/reduce_scatter_minimal_async/reduce_scatter_minimal_async.hpp"

namespace ttnn::test {
namespace {

class Sums : public Collectives {
 protected:
    // Slice d of the sum along a dimension, on every device of a mesh that is a line.
    void expect_slices(const Tensor& in, const Tensor& out, int dim) {
        const Raw total = sum(in, line(MeshCoordinate(0, 0), -1));
        const Grid whole = grid_of(in), part = grid_of(out);
        for (uint32_t d = 0; d < devices(); d++) {
            const Raw got = read(out, MeshCoordinate(0, d));
            Raw want(got.size());
            for (uint32_t p = 0; p < part.pages(); p++) {
                auto c = part.at(p);
                c[dim] += d * part.dims[dim];
                std::copy_n(total.begin() + std::size_t{whole.index(c)} * whole.page, whole.page,
                            want.begin() + std::size_t{p} * part.page);
            }
            EXPECT_EQ(got, want) << "device " << d << ", dim " << dim;
        }
    }
    std::vector<GlobalSemaphore> semaphores(std::size_t count) {
        std::vector<GlobalSemaphore> all;
        const CoreCoord grid = mesh_->compute_with_storage_grid_size();
        const CoreRangeSet cores(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
        while (all.size() < count) all.emplace_back(*mesh_, cores, 0);
        return all;
    }
};

TEST_F(Sums, OfEveryDimensionOnLinesAndRings) {
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_1D_RING}) {
        open(config, whole_line());
        const uint32_t n = devices();
        const Shape shapes[] = {Shape({n, 1, 32, 96}), Shape({1, 2 * n, 64, 32}),
                                Shape({2, 1, 32 * n, 64}), Shape({1, 1, 64, 96 * n})};
        for (int dim = 0; dim < 4; dim++) {
            const Tensor in = fresh(shapes[dim]);
            for (int again = 0; again < 2; again++) expect_slices(in, reduce_scatter(in, dim), dim);
        }
        TearDown();
    }
}

TEST_F(Sums, OnAxesOfTheMesh) {
    open(FabricConfig::FABRIC_2D, SystemMesh::instance().shape());
    const Tensor in = fresh(Shape({1, 1, 32, 256}));
    for (int axis = 0; axis < 2; axis++) {
        if (mesh_->shape()[axis] == 1) continue;
        const Tensor out = all_reduce(in, static_cast<uint32_t>(axis));
        for (const MeshCoordinate& at : MeshCoordinateRange(mesh_->shape()))
            EXPECT_EQ(read(out, at), sum(in, line(at, axis))) << number(at) << ", axis " << axis;
    }
}

// No dimension can be cut evenly.
TEST_F(Sums, OfWhatCannotBeCut) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 32}));
    const Tensor out = all_reduce(in);
    for (uint32_t d = 0; d < devices(); d++)
        EXPECT_EQ(read(out, MeshCoordinate(0, d)), sum(in, line(MeshCoordinate(0, 0), -1)));
}

// Two sets in turn, as models do; a call that finds its program takes the other's words.
TEST_F(Sums, WithSemaphoresOfTheCaller) {
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 64 * devices()}));
    const Tensor gathered = empty(Shape({1, 1, 32, 64 * devices() * devices()}));
    const auto sets = {semaphores(4), semaphores(4), semaphores(4)};
    for (const auto& set : sets) {
        expect_gathered(in, experimental::all_gather_async(in, 3, set), 3, -1);
        expect_gathered(in, experimental::all_gather_async(in, gathered, 3, {set[1]}), 3, -1);
        expect_slices(
            in, experimental::reduce_scatter_minimal_async(in, std::nullopt, 3, set, set[3]), 3);
    }
    EXPECT_THAT(
        thrown([&] { experimental::reduce_scatter_minimal_async(in, std::nullopt, 3, {}); }),
        testing::HasSubstr("0 semaphores are given"));
}

TEST_F(Sums, InTraces) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = fresh(Shape({1, 1, 32, 32 * devices()}));
    all_reduce(in);
    all_gather(in, 3);
    const MeshTraceId trace = mesh_->begin_mesh_trace(mesh_->mesh_command_queue());
    const Tensor reduced = all_reduce(in), gathered = all_gather(in, 3);
    mesh_->end_mesh_trace(mesh_->mesh_command_queue(), trace);
    for (int again = 0; again < 2; again++) {
        mesh_->replay_mesh_trace(mesh_->mesh_command_queue(), trace, true);
        for (uint32_t d = 0; d < devices(); d++)
            EXPECT_EQ(read(reduced, MeshCoordinate(0, d)), sum(in, line(MeshCoordinate(0, 0), -1)));
        expect_gathered(in, gathered, 3, -1);
    }
    mesh_->release_mesh_trace(trace);
}

}  // namespace
}  // namespace ttnn::test

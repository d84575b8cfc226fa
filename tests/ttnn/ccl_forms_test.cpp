// Collectives of all tensors and forms: shards, pages that would be torn, types, meshes of two
// dimensions, sub-devices, semaphores of the caller's, sockets. Every call against its definition,
// on the tensors' numbers rather than their pages.
#include <tt-metalium/experimental/sockets/mesh_socket.hpp>
#include <tt-metalium/sub_device.hpp>

#include "ccl_numbers.hpp"
#include "ttnn/operations/ccl/all_broadcast/all_broadcast.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/broadcast/broadcast.hpp"
#include "ttnn/operations/ccl/mesh_partition/mesh_partition.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/debug/apply_device_delay.hpp"
#include "ttnn/operations/experimental/ccl/all_gather_async/all_gather_async.hpp"
#include "ttnn/operations/experimental/ccl/all_reduce_async/all_reduce_async.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async/all_to_all_async.hpp"
#include "ttnn/operations/experimental/ccl/reduce_scatter_minimal_async/reduce_scatter_minimal_async.hpp"
#include "ttnn/operations/experimental/ccl/send_recv_async/recv_async/recv_async.hpp"
#include "ttnn/operations/experimental/ccl/send_recv_async/send_async/send_async.hpp"
#include "ttnn/operations/point_to_point/point_to_point.hpp"

namespace ttnn::test {
namespace {

using reduction_common::ReduceType;

TEST_F(Forms, GatherEveryType) {
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    const Shape shape({1, 1, 32, 64});
    for (const DataType dtype :
         {DataType::BFLOAT16, DataType::FLOAT32, DataType::BFLOAT8_B, DataType::BFLOAT4_B,
          DataType::UINT32, DataType::INT32, DataType::UINT16, DataType::UINT8}) {
        if (dtype == DataType::BFLOAT4_B) continue;  // has no place for these numbers: see below
        expect_whole(all_gather(each(shape, dtype), 3), shape, 3, -1, fmt::format("{}", dtype));
    }
    for (const DataType dtype : {DataType::FLOAT32, DataType::UINT32, DataType::UINT16})
        expect_whole(all_gather(each(shape, dtype, Layout::ROW_MAJOR), 2), shape, 2, -1,
                     fmt::format("rows of {}", dtype));
}

// Of what cannot hold the numbers, the copies are held against what the tensor has.
TEST_F(Forms, GatherFourBits) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = each(Shape({1, 1, 32, 64}), DataType::BFLOAT4_B);
    const auto own = distributed::get_device_tensors(in);
    std::vector<Numbers> parts;
    for (const Tensor& t : own) parts.push_back({t.logical_shape(), values_of(t)});
    const Tensor out = all_gather(in, 2);
    for (uint32_t d = 0; d < devices(); d++)
        expect(out, MeshCoordinate(0, d), joined(parts, 2), "four bits");
}

// Parts that begin inside of tiles or of aligned pages, and tensors of one dimension.
TEST_F(Forms, GatherTornPages) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const std::pair<Shape, int> tiles[] = {{Shape({1, 1, 48, 40}), 3},
                                           {Shape({1, 1, 48, 40}), 2},
                                           {Shape({3, 2, 8, 8}), 0},
                                           {Shape({200}), 0},
                                           {Shape({1, 1, 13, 64}), -1}};
    for (const auto& [shape, dim] : tiles) {
        const int at = dim < 0 ? dim + static_cast<int>(shape.rank()) : dim;
        expect_whole(all_gather(each(shape), dim), shape, at, -1,
                     fmt::format("tiles of {}", shape));
    }
    const std::pair<Shape, int> rows[] = {
        {Shape({1, 1, 4, 9}), 3}, {Shape({1, 1, 4, 9}), 2}, {Shape({2, 30}), 1}, {Shape({24}), 0}};
    for (const auto& [shape, dim] : rows)
        expect_whole(all_gather(each(shape, DataType::BFLOAT16, Layout::ROW_MAJOR), dim), shape,
                     dim, -1, fmt::format("rows of {}", shape));
}

TEST_F(Forms, GatherShards) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const uint32_t n = devices();
    const CoreRange six({0, 0}, {5, 0}), two({0, 0}, {1, 0});
    using enum TensorMemoryLayout;
    const Shape wide({1, 1, 32, 6 * 32}), high({1, 1, 6 * 32, 64});
    const MemoryConfig by_width = sharded(WIDTH_SHARDED, {32, 32}, six),
                       by_height = sharded(HEIGHT_SHARDED, {32, 64}, six);
    expect_whole(all_gather(each(wide, DataType::BFLOAT16, Layout::TILE, by_width), 3, std::nullopt,
                            sharded(WIDTH_SHARDED, {32, 32 * n}, six)),
                 wide, 3, -1, "width to width");
    expect_whole(all_gather(each(high, DataType::BFLOAT16, Layout::TILE, by_height), 3,
                            std::nullopt, sharded(HEIGHT_SHARDED, {32, 64 * n}, six)),
                 high, 3, -1, "height to height");
    expect_whole(all_gather(each(wide, DataType::BFLOAT16, Layout::TILE, by_width), 3, std::nullopt,
                            DRAM_MEMORY_CONFIG),
                 wide, 3, -1, "width to pages");
    expect_whole(all_gather(each(wide), 3, std::nullopt, sharded(WIDTH_SHARDED, {32, 32 * n}, six)),
                 wide, 3, -1, "pages to width");
    const Shape block({1, 1, 64, 128});
    expect_whole(all_gather(each(block, DataType::BFLOAT16, Layout::TILE,
                                 sharded(BLOCK_SHARDED, {32, 64}, CoreRange({0, 0}, {1, 1}))),
                            2, std::nullopt,
                            sharded(BLOCK_SHARDED, {32 * n, 64}, CoreRange({0, 0}, {1, 1}))),
                 block, 2, -1, "blocks");
    const Shape rows({1, 1, 4, 64});
    expect_whole(all_gather(each(rows, DataType::BFLOAT16, Layout::ROW_MAJOR,
                                 sharded(WIDTH_SHARDED, {4, 32}, two)),
                            2, std::nullopt, sharded(WIDTH_SHARDED, {4 * n, 32}, two)),
                 rows, 2, -1, "parts of rows");
    const MemoryConfig nd(BufferType::L1,
                          tt::tt_metal::NdShardSpec{Shape({32, 64}), CoreRangeSet(six)});
    expect_whole(all_gather(each(wide, DataType::BFLOAT16, Layout::TILE, nd), 3, std::nullopt, nd),
                 wide, 3, -1, "shards of any rank");
}

TEST_F(Forms, SpreadShards) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Shape shape({1, 1, 32, 128});
    const MemoryConfig memory =
        sharded(TensorMemoryLayout::WIDTH_SHARDED, {32, 64}, CoreRange({0, 0}, {1, 0}));
    const Tensor in = each(shape, DataType::BFLOAT16, Layout::TILE, memory);
    const std::vector<Tensor> all = all_broadcast(in);
    for (uint32_t d = 0; d < devices(); d++) {
        EXPECT_EQ(all[d].memory_config(), memory);
        expect_everywhere(all[d], "all_broadcast", [&](auto&) { return numbers(shape, d); });
    }
    expect_everywhere(broadcast(in, MeshCoordinate(0, devices() - 1)), "broadcast",
                      [&](auto&) { return numbers(shape, devices() - 1); });
    const Shape odd({3, 5, 37});
    const Tensor rows = each(odd, DataType::BFLOAT16, Layout::ROW_MAJOR, L1_MEMORY_CONFIG);
    expect_everywhere(broadcast(rows, MeshCoordinate(0, 0)), "rows",
                      [&](auto&) { return numbers(odd, 0); });
}

TEST_F(Forms, SumsOfShardsAndOddShapes) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const uint32_t n = devices();
    using enum TensorMemoryLayout;
    const CoreRange cores({0, 0}, {3, 0});
    const Shape wide({1, 1, 32, 32 * 4 * n});
    const MemoryConfig memory = sharded(WIDTH_SHARDED, {32, 32 * n}, cores);
    const Tensor in = each(wide, DataType::BFLOAT16, Layout::TILE, memory);
    const Tensor sum = all_reduce(in);
    EXPECT_EQ(sum.memory_config(), memory);
    expect_total(sum, wide, -1, "all_reduce of shards");
    expect_slice(
        reduce_scatter(in, 3, std::nullopt, std::nullopt, sharded(WIDTH_SHARDED, {32, 32}, cores)),
        wide, 3, -1, "reduce_scatter of shards");
    for (const Shape& shape : {Shape({96}), Shape({n * 2, 48}), Shape({2, 2, 32, 32})})
        for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR})
            expect_total(all_reduce(each(shape, DataType::BFLOAT16, layout)), shape, -1,
                         fmt::format("all_reduce of {}", shape));
    expect_total(all_reduce(each(Shape({1, 1, 32, 64}), DataType::BFLOAT8_B)),
                 Shape({1, 1, 32, 64}), -1, "all_reduce of shared exponents");
    const std::pair<Shape, int> cut[] = {{Shape({2, 2 * n, 56, 56}), 1},
                                         {Shape({1, 1, 13, 32 * n}), 3},
                                         {Shape({1, 1, 12 * n, 40}), 2}};
    for (const auto& [shape, dim] : cut)
        expect_slice(reduce_scatter(each(shape), dim), shape, dim, -1,
                     fmt::format("reduce_scatter of {}", shape));
}

TEST_F(Forms, OverBothAxes) {
    open(FabricConfig::FABRIC_2D, SystemMesh::instance().shape());
    if (mesh_->shape().is_line_topology()) GTEST_SKIP() << "there is one axis";
    const Shape shape({1, 1, 32, 64});
    for (int again = 0; again < 2; again++) {
        const Tensor in = each(shape);
        expect_whole(all_gather(in, 3), shape, 3, -1, "all_gather");
        expect_whole(all_gather(in, 0), shape, 0, -1, "all_gather of the first dimension");
    }
    const Tensor in = each(shape);
    const std::vector<Tensor> all = all_broadcast(in);
    ASSERT_EQ(all.size(), devices());
    for (uint32_t d = 0; d < devices(); d++)
        expect_everywhere(all[d], "all_broadcast", [&](auto&) { return numbers(shape, d); });
    const MeshCoordinate sender(1, 0);
    expect_everywhere(broadcast(in, sender), "broadcast",
                      [&](auto&) { return numbers(shape, number(sender)); });
    expect_total(all_reduce(in), shape, -1, "all_reduce");
    const Shape cut({1, 1, 32, 32 * devices()});
    expect_slice(reduce_scatter(each(cut), 3), cut, 3, -1, "reduce_scatter");
}

TEST_F(Forms, OverBothAxesInOneDimension) {
    open(FabricConfig::FABRIC_1D, SystemMesh::instance().shape());
    if (mesh_->shape().is_line_topology()) GTEST_SKIP() << "there is one axis";
    const Shape shape({2, 2, 32, 32});
    const Tensor in = each(shape);
    expect_total(all_reduce(in), shape, -1, "all_reduce");
    EXPECT_THAT(thrown([&] { all_gather(in, 3); }), testing::HasSubstr("cluster_axis is required"));
}

TEST_F(Forms, InTheOppositeOrder) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Shape shape({1, 1, 32, 64}), torn({1, 1, 32, 24});
    const auto words = semaphores(3, all_cores());
    const auto backwards = [&](const Shape& s) {
        return [&](const MeshCoordinate& at) {
            auto all = of_line(s, at, -1);
            std::ranges::reverse(all);
            return joined(all, 3);
        };
    };
    expect_everywhere(experimental::all_gather_async_reversed(each(shape), 3, words), "reversed",
                      backwards(shape));
    expect_everywhere(experimental::all_gather_async_reversed(each(torn), 3, words), "torn",
                      backwards(torn));
    expect_everywhere(
        experimental::all_gather_async(each(shape), 3, words, std::nullopt, std::nullopt,
                                       ccl::Topology::Linear, std::nullopt, false, words[2], true),
        "reverse_order", backwards(shape));
    expect_at_start(words, all_cores());
}

TEST_F(Forms, SumsWithTheCallersSemaphores) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Shape shape({1, 1, 32, 32 * devices()});
    const uint32_t axis = 1;
    const auto barrier = semaphores(2, all_cores()), slices = semaphores(3, all_cores()),
               whole = semaphores(2, all_cores());
    const auto check = [&](const Tensor& out, const char* what) {
        expect_total(out, shape, -1, what);
        for (const auto* all : {&barrier, &slices, &whole}) expect_at_start(*all, all_cores());
    };
    using experimental::all_reduce_async;
    for (int again = 0; again < 2; again++) {
        const Tensor in = each(shape);
        check(all_reduce_async(in, devices(), barrier, slices, whole, ReduceType::Sum),
              "over all devices");
        check(all_reduce_async(in, axis, *mesh_, barrier, slices, whole, ReduceType::Sum,
                               std::nullopt, ccl::Topology::Linear, std::nullopt, std::nullopt),
              "along an axis");
        check(all_reduce_async(in, axis, *mesh_, std::nullopt, std::nullopt, std::nullopt,
                               ReduceType::Sum, std::nullopt, std::nullopt, 1, std::nullopt),
              "along an axis with words of ours");
        check(all_reduce_async(in, axis, ReduceType::Sum), "without semaphores");
        Tensor buffer = empty(shape);
        const Tensor wide =
            all_reduce_async(in, buffer, axis, *mesh_, whole[0], DataType::FLOAT32, std::nullopt,
                             ccl::Topology::Linear, 1, std::nullopt, false, false);
        EXPECT_EQ(wide.dtype(), DataType::FLOAT32);
        check(wide, "with a buffer");
    }
    const Tensor in = each(shape);
    EXPECT_THAT(
        thrown([&] { all_reduce_async(in, devices(), barrier, slices, whole, ReduceType::Max); }),
        testing::HasSubstr("Sum is allowed"));
    EXPECT_THAT(thrown([&] {
                    all_reduce_async(in, devices() + 1, barrier, slices, whole, ReduceType::Sum);
                }),
                testing::HasSubstr("the mesh has"));
    const auto elsewhere = semaphores(3, CoreRange({4, 4}, {5, 5}));
    EXPECT_THAT(
        thrown([&] { experimental::reduce_scatter_minimal_async(in, std::nullopt, 3, elsewhere); }),
        testing::HasSubstr("must be on the cores of the workers"));
}

// The clock of each device when it comes to the program.
std::vector<uint64_t> stamps(MeshDevice& mesh) {
    constexpr const char* kStamp = R"(
#include "api/dataflow/dataflow_api.h"
#include "risc_common.h"
void kernel_main() {
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{get_arg_val<uint32_t>(0)}) = get_timestamp_32b();
}
)";
    const auto address =
        static_cast<uint32_t>(mesh.allocator()->get_base_allocator_addr(HalMemType::L1));
    const CoreCoord core(0, 0);
    Program program = CreateProgram();
    const auto kernel = CreateKernelFromString(program, kStamp, core, DataMovementConfig{});
    SetRuntimeArgs(program, kernel, core, {address});
    MeshWorkload work;
    work.add_program(MeshCoordinateRange(mesh.shape()), std::move(program));
    EnqueueMeshWorkload(mesh.mesh_command_queue(), work, false);
    Finish(mesh.mesh_command_queue());
    std::vector<uint64_t> all;
    for (const MeshCoordinate& at : MeshCoordinateRange(mesh.shape())) {
        std::vector<uint32_t> word;
        tt::tt_metal::detail::ReadFromDeviceL1(mesh.get_device(at), core, address, 4, word);
        all.push_back(word[0]);
    }
    return all;
}

// Everybody waits for who comes last, whoever that is.
TEST_F(Forms, NobodyLeavesBeforeTheLastArrives) {
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    const Tensor in = each(Shape({1, 1, 32, 32}));
    all_gather(in, 3);
    constexpr uint32_t kDelay = 100'000;
    for (const uint32_t late : {0u, devices() / 2, devices() - 1}) {
        const uint64_t begun = std::ranges::max(stamps(*mesh_));
        std::vector<uint32_t> delays(devices(), 10);
        delays[late] = kDelay;
        operations::debug::apply_device_delay(*mesh_, {delays});
        all_gather(in, 3);
        const auto left = stamps(*mesh_);
        EXPECT_GE(std::ranges::min(left), begun + kDelay) << "device " << late << " is late";
        // The delay is that long, and what else there is much shorter.
        EXPECT_LT(std::ranges::max(left), begun + 2 * kDelay);
    }
    EXPECT_THAT(thrown([&] { operations::debug::apply_device_delay(*mesh_, {{1}}); }),
                testing::HasSubstr("no list of rows"));
}

TEST_F(Forms, PartsIntoABuffer) {
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    const uint32_t n = devices();
    const Shape shape({1, 1, 32, 32 * n});
    Tensor between = empty(Shape({1, 1, 32 * n, 32})), out = empty(Shape({1, 1, 32 * n, 32}));
    const auto words = semaphores(1, all_cores());
    const Tensor got =
        experimental::all_to_all_async(each(shape), between, out, 2, 3, words.front());
    EXPECT_EQ(&got.mesh_buffer(), &out.mesh_buffer());
    expect_everywhere(out, "all_to_all_async", [&](const MeshCoordinate& at) {
        std::vector<Numbers> parts;
        for (const Numbers& all : of_line(shape, at, -1)) parts.push_back(slice(all, 3, n, at[1]));
        return joined(parts, 2);
    });
}

// A half of the pages that is no whole number of packets: later ones do not run over the end of the
// circular buffer.
TEST_F(Forms, ManySmallPages) {
    open(FabricConfig::FABRIC_1D_RING, whole_line());
    const Shape shape({1, 1, 203, 16});
    const Tensor in = each(shape, DataType::BFLOAT16, Layout::ROW_MAJOR);
    expect_whole(all_gather(in, 2), shape, 2, -1, "all_gather");
    const MeshCoordinate to(0, devices() - 1);
    expect(point_to_point(in, to, MeshCoordinate(0, 0)), to, numbers(shape, 0), "point_to_point");
}

// What a tensor tells of itself goes with what is on the devices.
TEST_F(Forms, TellHowTheyAreSpread) {
    using distributed::MeshMapperConfig;
    open(FabricConfig::FABRIC_1D, whole_line());
    const Tensor in = each(Shape({1, 1, 32, 32}));  // cut along the first dimension
    const auto is_cut = [](const Tensor& t) {
        return std::ranges::any_of(t.tensor_topology().placements(), [](const auto& p) {
            return std::holds_alternative<MeshMapperConfig::Shard>(p);
        });
    };
    EXPECT_TRUE(is_cut(in));
    EXPECT_FALSE(is_cut(all_gather(in, 0)));
    EXPECT_TRUE(is_cut(all_gather(in, 3)));
    EXPECT_FALSE(is_cut(all_broadcast(in).front()));
    EXPECT_FALSE(is_cut(broadcast(in, MeshCoordinate(0, 0))));
}

// What the look at the end of every test would say.
TEST_F(Forms, WhatIsLeftIsSeen) {
    open(FabricConfig::FABRIC_1D, whole_line());
    EXPECT_TRUE(left_behind(*mesh_).empty());
    const GlobalSemaphore word(*mesh_, CoreRangeSet(CoreRange({2, 1}, {2, 1})), 3);
    EXPECT_THAT(left_behind(*mesh_), testing::AllOf(testing::SizeIs(devices()),
                                                    testing::Each(testing::EndsWith("is 3"))));
    word.reset_semaphore_value(0);
}

// Others keep what they have.
TEST_F(Forms, ToItself) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const Shape shape({1, 1, 32, 64});
    const Tensor in = each(shape), out = empty(shape);
    const MeshCoordinate here(0, 1);
    const auto before = values_of(distributed::get_device_tensors(out)[0]);
    point_to_point(in, here, here, ccl::Topology::Linear, out);
    expect(out, here, numbers(shape, 1), "the copy");
    EXPECT_EQ(values_of(distributed::get_device_tensors(out)[0]), before);
}

TEST_F(Forms, PartsOfTiles) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const uint32_t n = devices();
    const Shape shape({1, 4, 8 * n, 64});
    expect_everywhere(mesh_partition(each(shape), 2, std::nullopt), "mesh_partition",
                      [&](const MeshCoordinate& at) {
                          return slice(numbers(shape, number(at)), 2, n, number(at));
                      });
}

// Two sub-devices, neither with the cores that are used otherwise, and one that is too small.
TEST_F(Forms, OnSubDevices) {
    looks_back_ = false;
    open(FabricConfig::FABRIC_1D, whole_line());
    const CoreRange first({2, 2}, {6, 4}), second({1, 5}, {5, 6}), small({0, 0}, {0, 0});
    const auto sub = [](const CoreRange& cores) {
        return tt::tt_metal::SubDevice(std::array{CoreRangeSet(cores)});
    };
    constexpr DeviceAddr kLocalBytes = 3200;
    const auto manager =
        mesh_->create_sub_device_manager({sub(first), sub(second), sub(small)}, kLocalBytes);
    const Shape shape({1, 1, 32, 32 * devices()});
    const Tensor in = each(shape);
    mesh_->load_sub_device_manager(manager);
    const auto& ids = mesh_->get_sub_device_ids();
    const auto words = semaphores(4, second);
    for (int again = 0; again < 2; again++) {
        expect_whole(all_gather(in, 3), shape, 3, -1, "without a word");
        expect_whole(all_gather(in, 3, std::nullopt, std::nullopt, std::nullopt, ids[1]), shape, 3,
                     -1, "on the second");
        expect_total(all_reduce(in, std::nullopt, ids[1]), shape, -1, "sums on the second");
        expect_slice(experimental::reduce_scatter_minimal_async(
                         in, std::nullopt, 3, words, words[3], std::nullopt, std::nullopt,
                         std::nullopt, ccl::Topology::Linear, ids[1]),
                     shape, 3, -1, "with semaphores");
        expect_at_start(words, second);
    }
    expect_whole(all_gather(in, 3, std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                            CoreRangeSet(CoreRange({3, 2}, {6, 4}))),
                 shape, 3, -1, "on some cores");
    EXPECT_THAT(
        thrown([&] { all_gather(in, 3, std::nullopt, std::nullopt, std::nullopt, ids[2]); }),
        testing::AllOf(testing::HasSubstr("its workers need"), testing::HasSubstr("fewer links")));
    mesh_->clear_loaded_sub_device_manager();
}

// ---- sockets

class Sockets : public Forms {
 protected:
    void through(const MeshCoordinate& from, const MeshCoordinate& to, BufferType storage,
                 uint32_t fifo_bytes, const std::vector<CoreCoord>& cores, const Tensor& in,
                 const Shape& shape) {
        std::vector<SocketConnection> connections;
        for (const CoreCoord& core : cores)
            connections.push_back({{from, core}, {to, CoreCoord(core.x + 3, core.y)}});
        const auto [sender, receiver] = MeshSocket::create_socket_pair(
            mesh_, mesh_, SocketConfig(connections, SocketMemoryConfig(storage, fifo_bytes)));
        for (int again = 0; again < 2; again++) {
            const Tensor out = create_device_tensor(in.tensor_spec(), mesh_.get());
            EXPECT_TRUE(experimental::send_async(in, sender).empty());
            const auto got = experimental::recv_async(out, receiver);
            ASSERT_EQ(got.size(), 1u);
            expect(got[0], to, numbers(shape, number(from)), fmt::format("{} to {}", from, to));
        }
    }
};

TEST_F(Sockets, CarryTensors) {
    for (const FabricConfig config : {FabricConfig::FABRIC_1D, FabricConfig::FABRIC_2D}) {
        open(config, SystemMesh::instance().shape());
        const MeshShape mesh = mesh_->shape();
        const Shape tiles({1, 1, 64, 192}), rows({1, 1, 3, 2400});
        const Tensor in = each(tiles), wide = each(rows, DataType::BFLOAT16, Layout::ROW_MAJOR);
        const MeshCoordinate here(0, 0), next(0, 1), far(0, mesh[1] - 1);
        through(here, next, BufferType::L1, 4 * 2048, {{0, 0}}, in, tiles);
        through(far, here, BufferType::L1, 3 * 2048, {{1, 1}}, in, tiles);  // several hops
        through(here, next, BufferType::DRAM, 4 * 4864, {{0, 0}}, wide, rows);
        if (mesh[0] > 1)
            through(MeshCoordinate(1, 0), here, BufferType::L1, 2048, {{0, 0}}, in, tiles);
        // As many connections as there are links between the two.
        through(here, next, BufferType::L1, 4096, {{0, 0}, {0, 1}}, in, tiles);
        TearDown();
    }
}

TEST_F(Sockets, RefuseWhatDoesNotFit) {
    open(FabricConfig::FABRIC_1D, whole_line());
    const auto pair = [&](uint32_t bytes, uint32_t connections) {
        std::vector<SocketConnection> all;
        for (uint32_t i = 0; i < connections; i++)
            all.push_back(
                {{MeshCoordinate(0, 0), CoreCoord(0, i)}, {MeshCoordinate(0, 1), CoreCoord(0, i)}});
        return MeshSocket::create_socket_pair(
            mesh_, mesh_, SocketConfig(all, SocketMemoryConfig(BufferType::L1, bytes)));
    };
    const Tensor in = each(Shape({1, 1, 32, 32}));
    const auto small = pair(1024, 1), fit = pair(4096, 1), many = pair(4096, 5);
    using testing::HasSubstr;
    EXPECT_THAT(thrown([&] { experimental::send_async(in, small.first); }),
                HasSubstr("a page of the tensor takes 2048"));
    EXPECT_THAT(thrown([&] { experimental::send_async(in, fit.second); }),
                HasSubstr("the socket is the receiver's end"));
    EXPECT_THAT(thrown([&] { experimental::recv_async(in, fit.first); }),
                HasSubstr("the socket is the sender's end"));
    EXPECT_THAT(thrown([&] { experimental::send_async(in, many.first); }),
                HasSubstr("one is needed for each"));
}

}  // namespace
}  // namespace ttnn::test

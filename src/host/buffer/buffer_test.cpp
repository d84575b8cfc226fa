// Buffers on a device: where pages lie, what comes back, and what is refused.
#include <gtest/gtest.h>

#include <numeric>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "base/fault.hpp"
#include "host/buffer/buffer_state.hpp"

namespace tt::tt_metal {
namespace {

using ironbird::Error;
using ironbird::Fault;
using ironbird::host::placement_of;

std::vector<uint8_t> counted(size_t n) {
    std::vector<uint8_t> bytes(n);
    for (size_t i = 0; i < n; i++) bytes[i] = static_cast<uint8_t>(i * 31 + i / 251);
    return bytes;
}

class BufferTest : public testing::Test {
 protected:
    std::shared_ptr<distributed::MeshDevice> device_ =
        distributed::MeshDevice::create_unit_mesh(0, 4096);

    void round_trip(Buffer& buffer) {
        const auto sent = counted(buffer.size());
        detail::WriteToBuffer(buffer, sent);
        std::vector<uint8_t> back;
        detail::ReadFromBuffer(buffer, back);
        EXPECT_EQ(sent, back);
    }

    std::shared_ptr<Buffer> sharded(TensorMemoryLayout layout, std::array<uint32_t, 2> shard,
                                    std::array<uint32_t, 2> tensor, const CoreRange& cores,
                                    ShardOrientation order = ShardOrientation::ROW_MAJOR) {
        const ShardSpecBuffer spec(CoreRangeSet(cores), shard, order, {1, 1}, tensor);
        return CreateBuffer(ShardedBufferConfig{device_.get(), tensor[0] * tensor[1] * 20ull, 20,
                                                BufferType::L1, layout, spec});
    }
};

template <class F>
Fault fault_of(F f) {
    try {
        f();
    } catch (const Error& e) {
        return e.fault();
    }
    return Fault::count_;
}

TEST_F(BufferTest, InterleavedPagesGoRoundTheBanks) {
    const auto buffer = CreateBuffer({device_.get(), 30 * 100, 100, BufferType::DRAM});
    const auto where = placement_of(*buffer);
    const auto banks = static_cast<uint32_t>(device_->num_dram_channels());
    EXPECT_EQ(where->spot(0).bank, 0u);
    EXPECT_EQ(where->spot(banks + 1).bank, 1u);
    EXPECT_EQ(where->spot(banks + 1).row, 1u);
    EXPECT_EQ(where->stride % device_->allocator()->get_alignment(BufferType::DRAM), 0u);
    round_trip(*buffer);
}

TEST_F(BufferTest, EveryKindOfMemoryKeepsItsBytes) {
    for (BufferType type : {BufferType::DRAM, BufferType::L1}) {
        const auto buffer = CreateBuffer({device_.get(), 70 * 24, 24, type});
        round_trip(*buffer);
    }
    const ShardSpecBuffer spec(CoreRangeSet(CoreRange({0, 0}, {1, 0})), {2, 1},
                               ShardOrientation::ROW_MAJOR, {1, 1}, {4, 1});
    const auto small =
        CreateBuffer(ShardedBufferConfig{device_.get(), 4 * 256, 256, BufferType::L1_SMALL,
                                         TensorMemoryLayout::HEIGHT_SHARDED, spec});
    round_trip(*small);
    EXPECT_GE(small->address(), device_->l1_size_per_core() - 4096);
}

TEST_F(BufferTest, L1GoesDownAndDramGoesUp) {
    const auto low = CreateBuffer({device_.get(), 2048, 2048, BufferType::DRAM});
    const auto high = CreateBuffer({device_.get(), 2048, 2048, BufferType::DRAM});
    EXPECT_LT(low->address(), high->address());
    const auto first = CreateBuffer({device_.get(), 2048, 2048, BufferType::L1});
    const auto second = CreateBuffer({device_.get(), 2048, 2048, BufferType::L1});
    EXPECT_GT(first->address(), second->address());
    EXPECT_EQ(device_->lowest_occupied_compute_l1_address(), second->address());
}

TEST_F(BufferTest, HeightShardsTakePagesInOrder) {
    const auto b =
        sharded(TensorMemoryLayout::HEIGHT_SHARDED, {2, 3}, {5, 3}, CoreRange({1, 1}, {3, 1}));
    const auto where = placement_of(*b);
    EXPECT_EQ(where->spot(0).bank, where->spot(5).bank);
    EXPECT_NE(where->spot(5).bank, where->spot(6).bank);
    EXPECT_EQ(where->spot(6).row, 0u);
    round_trip(*b);
}

TEST_F(BufferTest, BlockShardsAreRectangles) {
    const auto b =
        sharded(TensorMemoryLayout::BLOCK_SHARDED, {2, 2}, {3, 4}, CoreRange({0, 0}, {1, 1}));
    const auto where = placement_of(*b);
    EXPECT_EQ(where->spot(0).bank, where->spot(5).bank);
    EXPECT_EQ(where->spot(5).row, 3u);
    EXPECT_EQ(where->spot(2).bank, where->spot(7).bank);
    EXPECT_EQ(where->spot(8).row, 0u);
    round_trip(*b);
}

TEST_F(BufferTest, ColumnMajorOrientationWalksColumnsOfCores) {
    const CoreRange cores({0, 0}, {1, 1});
    const auto rows =
        placement_of(*sharded(TensorMemoryLayout::WIDTH_SHARDED, {2, 1}, {2, 4}, cores));
    const auto columns = placement_of(*sharded(TensorMemoryLayout::WIDTH_SHARDED, {2, 1}, {2, 4},
                                               cores, ShardOrientation::COL_MAJOR));
    EXPECT_EQ(rows->spot(1).bank, columns->spot(2).bank);
    EXPECT_NE(rows->spot(1).bank, columns->spot(1).bank);
}

TEST_F(BufferTest, NdShardsInL1AndDram) {
    for (BufferType type : {BufferType::L1, BufferType::DRAM}) {
        const CoreRange cores({0, 0}, {2, 0});
        const BufferDistributionSpec spec(Shape({3, 5, 4}), Shape({2, 2, 3}), CoreRangeSet(cores),
                                          ShardOrientation::ROW_MAJOR);
        const auto b = Buffer::create(device_.get(), 60 * 48, 48, type, BufferShardingArgs(spec));
        round_trip(*b);
    }
}

TEST_F(BufferTest, ViewsShareMemory) {
    const auto whole = CreateBuffer({device_.get(), 40 * 64, 64, BufferType::DRAM});
    const auto bytes = counted(whole->size());
    detail::WriteToBuffer(*whole, bytes);
    const auto part = whole->view({13 * 64, 5 * 64});
    std::vector<uint8_t> back;
    detail::ReadFromBuffer(*part, back);
    EXPECT_TRUE(std::equal(back.begin(), back.end(), bytes.begin() + 13 * 64));
    EXPECT_ANY_THROW(whole->view({1, 64}));
    EXPECT_ANY_THROW(whole->view({64, 40 * 64}));
}

TEST_F(BufferTest, FreedBuffersAreRefused) {
    const auto buffer = CreateBuffer({device_.get(), 2048, 2048, BufferType::DRAM});
    std::vector<uint8_t> bytes(2048);
    DeallocateBuffer(*buffer);
    EXPECT_FALSE(buffer->is_allocated());
    EXPECT_EQ(fault_of([&] { detail::WriteToBuffer(*buffer, bytes); }), Fault::buffer_freed);
    EXPECT_EQ(fault_of([&] { detail::ReadFromBuffer(*buffer, bytes); }), Fault::buffer_freed);
}

TEST_F(BufferTest, ClosingFreesEverything) {
    const auto buffer = CreateBuffer({device_.get(), 2048, 2048, BufferType::L1});
    device_->close();
    EXPECT_FALSE(buffer->is_allocated());
    EXPECT_ANY_THROW(CreateBuffer({device_.get(), 2048, 2048, BufferType::L1}));
}

TEST_F(BufferTest, BadRequestsAreRefusedByName) {
    IDevice* device = device_.get();
    EXPECT_EQ(fault_of([&] { CreateBuffer({device, 64, 64, BufferType::SYSTEM_MEMORY}); }),
              Fault::not_modelled);
    EXPECT_EQ(fault_of([&] { CreateBuffer({device, 1ull << 40, 1 << 20, BufferType::DRAM}); }),
              Fault::out_of_memory);
    EXPECT_ANY_THROW(CreateBuffer({device, 100, 64, BufferType::DRAM}));
    EXPECT_EQ(fault_of([&] {
                  sharded(TensorMemoryLayout::HEIGHT_SHARDED, {1, 1}, {2, 1},
                          CoreRange({7, 7}, {8, 7}));
              }),
              Fault::core_range);
}

// 2^32 pages and their double; sums of sizes that would run over.
TEST_F(BufferTest, SizesBeyondAllCountingAreRefused) {
    for (const DeviceAddr size : {1ull << 43, 1ull << 44, 3ull << 61})
        for (const DeviceAddr page : {DeviceAddr{2048}, DeviceAddr{1} << 30})
            EXPECT_EQ(
                fault_of([&] { CreateBuffer({device_.get(), size, page, BufferType::DRAM}); }),
                Fault::out_of_memory)
                << size << " B in pages of " << page;
}

TEST_F(BufferTest, AccessorWordsOfAnInterleavedBuffer) {
    const auto dram = CreateBuffer({device_.get(), 3000, 100, BufferType::DRAM});
    const auto l1 = CreateBuffer({device_.get(), 3000, 100, BufferType::L1});
    EXPECT_EQ(TensorAccessorArgs(*dram).get_compile_time_args(),
              (std::vector<uint32_t>{2, static_cast<uint32_t>(dram->aligned_page_size())}));
    EXPECT_EQ(TensorAccessorArgs(*l1).get_compile_time_args(), (std::vector<uint32_t>{0, 112}));
    EXPECT_EQ(TensorAccessorArgs().get_compile_time_args(), (std::vector<uint32_t>{0, 0}));
}

TEST_F(BufferTest, AccessorWordsOfAShardedBuffer) {
    const CoreRange cores({0, 0}, {2, 0});
    const BufferDistributionSpec spec(Shape({4, 6}), Shape({2, 4}), CoreRangeSet(cores),
                                      ShardOrientation::ROW_MAJOR);
    const auto b =
        Buffer::create(device_.get(), 24 * 48, 48, BufferType::L1, BufferShardingArgs(spec));
    const auto core = [&](uint32_t x) {
        const CoreCoord v = device_->worker_core_from_logical_core({x, 0});
        return static_cast<uint32_t>(v.x << 8 | v.y);
    };
    const std::vector<uint32_t> expected = {1,      48, 2, 3, 4, 6, 2, 4, core(1) << 16 | core(0),
                                            core(2)};
    EXPECT_EQ(TensorAccessorArgs(*b).get_compile_time_args(), expected);

    const TensorAccessorArgs later(*b, tensor_accessor::ArgConfig::RuntimeTensorShape);
    EXPECT_EQ(later.get_common_runtime_args(), (std::vector<uint32_t>{4, 6}));
    std::vector<uint32_t> words;
    EXPECT_ANY_THROW(later.append_to(words));
}

}  // namespace
}  // namespace tt::tt_metal

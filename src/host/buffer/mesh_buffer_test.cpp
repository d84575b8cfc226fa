// Buffers over a mesh of independent chips.
#include <gtest/gtest.h>

#include <numeric>
#include <tt-metalium/distributed.hpp>

#include "base/fault.hpp"
#include "host/queue/mesh_shards.hpp"

namespace tt::tt_metal::distributed {
namespace {

std::vector<uint32_t> counted(size_t n) {
    std::vector<uint32_t> v(n);
    std::iota(v.begin(), v.end(), 1u);
    return v;
}

class MeshBufferTest : public testing::Test {
 protected:
    std::shared_ptr<MeshDevice> mesh_ = MeshDevice::create(MeshDeviceConfig(MeshShape(2, 4)));
    MeshCommandQueue& cq_ = mesh_->mesh_command_queue();

    std::shared_ptr<MeshBuffer> sharded(Shape2D whole, Shape2D shard,
                                        ShardOrientation order = ShardOrientation::ROW_MAJOR) {
        ShardedBufferConfig config{whole.height() * whole.width() * 4, whole, shard, order};
        return MeshBuffer::create(config, DeviceLocalBufferConfig{.page_size = 64}, mesh_.get());
    }

    std::vector<uint32_t> shard_at(const std::shared_ptr<MeshBuffer>& b, uint32_t row,
                                   uint32_t col) {
        std::vector<uint32_t> got;
        ReadShard(cq_, got, b, MeshCoordinate(row, col));
        return got;
    }
};

TEST_F(MeshBufferTest, ShardsGoRowByRowOverTheMesh) {
    auto b = sharded({32, 64}, {16, 16});
    const auto sent = counted(32 * 64);
    EnqueueWriteMeshBuffer(cq_, b, sent);
    EXPECT_EQ(shard_at(b, 0, 1)[0], sent[16]);
    EXPECT_EQ(shard_at(b, 1, 0)[0], sent[16 * 64]);
    std::vector<uint32_t> back;
    EnqueueReadMeshBuffer(cq_, back, b);
    EXPECT_EQ(back, sent);
}

TEST_F(MeshBufferTest, ColumnMajorOrderFillsColumns) {
    auto b = sharded({32, 64}, {16, 16}, ShardOrientation::COL_MAJOR);
    const auto sent = counted(32 * 64);
    EnqueueWriteMeshBuffer(cq_, b, sent);
    EXPECT_EQ(shard_at(b, 1, 0)[0], sent[16]);
    std::vector<uint32_t> back;
    EnqueueReadMeshBuffer(cq_, back, b);
    EXPECT_EQ(back, sent);
}

TEST_F(MeshBufferTest, AnUncutDimensionIsReplicated) {
    auto b = sharded({16, 64}, {0, 16});
    const auto sent = counted(16 * 64);
    EnqueueWriteMeshBuffer(cq_, b, sent);
    EXPECT_EQ(shard_at(b, 0, 2), shard_at(b, 1, 2));
    EXPECT_EQ(shard_at(b, 1, 2)[0], sent[32]);
}

TEST_F(MeshBufferTest, ReplicatedDataIsEverywhereAndReadShardByShard) {
    auto b = MeshBuffer::create(ReplicatedBufferConfig{256},
                                DeviceLocalBufferConfig{.page_size = 64}, mesh_.get());
    const auto sent = counted(64);
    EnqueueWriteMeshBuffer(cq_, b, sent);
    EXPECT_EQ(shard_at(b, 0, 0), sent);
    EXPECT_EQ(shard_at(b, 1, 3), sent);
    std::vector<uint32_t> back;
    EXPECT_ANY_THROW(EnqueueReadMeshBuffer(cq_, back, b));
}

TEST_F(MeshBufferTest, ShardsThatDoNotFitAreRefused) {
    EXPECT_ANY_THROW(sharded({48, 64}, {16, 16}));
    EXPECT_ANY_THROW(sharded({30, 64}, {16, 16}));
}

TEST_F(MeshBufferTest, TooLittleDataIsRefused) {
    auto b = sharded({32, 64}, {16, 16});
    EXPECT_ANY_THROW(EnqueueWriteMeshBuffer(cq_, b, counted(10)));
}

TEST_F(MeshBufferTest, FreedMeshBuffersAreRefused) {
    auto b = sharded({32, 64}, {16, 16});
    b->deallocate();
    EXPECT_FALSE(b->is_allocated());
    std::vector<uint32_t> back;
    EXPECT_THROW(EnqueueReadMeshBuffer(cq_, back, b), ironbird::Error);
}

TEST_F(MeshBufferTest, AddressIsTheSameOnEveryDevice) {
    auto b = sharded({32, 64}, {16, 16});
    for (const MeshCoordinate& c : MeshCoordinateRange(mesh_->shape()))
        EXPECT_EQ(b->get_device_buffer(c)->address(), b->address());
    EXPECT_EQ(b->get_backing_buffer()->address(), b->address());
}

}  // namespace
}  // namespace tt::tt_metal::distributed

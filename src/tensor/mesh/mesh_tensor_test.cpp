// Tensors on devices: to the chip and back for data types, layouts and memory configurations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/allocator.hpp>
#include <tt-metalium/experimental/byte_based_tensor_transfers.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/experimental/sockets/d2h_socket.hpp>
#include <tt-metalium/experimental/sockets/h2d_socket.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tensor/test_support.hpp"

namespace mesh_tensor_test {  // compiled together with other tests

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using ironbird::tensor::counted;
using ironbird::tensor::spec_of;
using ironbird::tensor::thrown;
using testing::HasSubstr;

CoreRangeSet grid(std::size_t columns, std::size_t rows) {
    return CoreRangeSet(CoreRange({0, 0}, {columns - 1, rows - 1}));
}

class OneChip : public testing::Test {
 protected:
    std::shared_ptr<MeshDevice> mesh_ = MeshDevice::create_unit_mesh(0);
    MeshCommandQueue& cq_ = mesh_->mesh_command_queue();

    template <typename T>
    void round_trip(const TensorSpec& spec) {
        const auto data = counted<T>(spec.logical_shape().volume());
        const auto host = HostTensor::from_vector(data, spec);
        const MeshTensor device = cq_.enqueue_write_tensor(host);
        EXPECT_EQ(device.tensor_spec(), spec);
        const HostTensor back = cq_.enqueue_read_tensor(device);
        EXPECT_EQ(host_buffer::get_host_buffer(back), host_buffer::get_host_buffer(host))
            << spec.logical_shape() << spec.memory_config();
        EXPECT_EQ(back.to_vector<T>(), data) << spec.logical_shape() << spec.memory_config();
    }
};

// 96 x 160, as rows, columns, blocks, and more shards than cores, in both memories.
std::vector<MemoryConfig> memories() {
    const auto legacy = [](TensorMemoryLayout kind, const CoreRangeSet& cores,
                           std::array<std::uint32_t, 2> shard, BufferType type) {
        return MemoryConfig(kind, type, ShardSpec(cores, shard));
    };
    std::vector<MemoryConfig> list{
        MemoryConfig(), MemoryConfig(BufferType::L1),
        legacy(TensorMemoryLayout::WIDTH_SHARDED, grid(5, 1), {96, 32}, BufferType::DRAM),
        MemoryConfig(BufferType::DRAM, NdShardSpec{Shape({32, 64}), grid(3, 1)})};
    using enum TensorMemoryLayout;
    list.push_back(legacy(HEIGHT_SHARDED, grid(3, 1), {32, 160}, BufferType::L1));
    list.push_back(legacy(WIDTH_SHARDED, grid(5, 1), {96, 32}, BufferType::L1));
    list.push_back(legacy(BLOCK_SHARDED, grid(3, 2), {64, 64}, BufferType::L1));
    list.push_back(MemoryConfig(BufferType::L1, NdShardSpec{Shape({32, 64}), grid(2, 2)}));
    return list;
}

TEST_F(OneChip, EveryTypeLayoutAndMemory) {
    const Shape shape({96, 160});
    for (const MemoryConfig& memory : memories())
        for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
            round_trip<bfloat16>(spec_of(shape, DataType::BFLOAT16, layout, memory));
            round_trip<float>(spec_of(shape, DataType::FLOAT32, layout, memory));
            round_trip<std::int32_t>(spec_of(shape, DataType::INT32, layout, memory));
            round_trip<std::uint8_t>(spec_of(shape, DataType::UINT8, layout, memory));
        }
    const auto ones = HostTensor::from_vector(std::vector<float>(shape.volume(), 1.0f),
                                              spec_of(shape, DataType::BFLOAT8_B, Layout::TILE));
    for (const MemoryConfig& memory : memories())
        EXPECT_EQ(
            cq_.enqueue_read_tensor(cq_.enqueue_write_tensor(ones, memory)).to_vector<float>(),
            std::vector<float>(shape.volume(), 1.0f));
}

TEST_F(OneChip, OddShapesArePaddedAndCutAgain) {
    for (const Shape& shape : {Shape({1}), Shape({3, 5}), Shape({2, 3, 33, 7}), Shape({0, 4})})
        for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR})
            round_trip<float>(spec_of(shape, DataType::FLOAT32, layout));
}

TEST_F(OneChip, MemoryIsFreedWithTheTensor) {
    const TensorSpec spec = spec_of(Shape({64, 64}), DataType::FLOAT32, Layout::TILE);
    DeviceAddr first = 0;
    {
        const MeshTensor tensor = MeshTensor::allocate_on_device(*mesh_, spec);
        first = tensor.address();
        EXPECT_NE(MeshTensor::allocate_on_device(*mesh_, spec).address(), first);
    }
    const MeshTensor again = MeshTensor::allocate_on_device(*mesh_, spec);
    EXPECT_EQ(again.address(), first);
    EXPECT_EQ(&again.device(), mesh_.get());
    EXPECT_EQ(again.element_size(), 4u);
    // A tensor over memory of another does not free it.
    {
        auto view = MeshBuffer::create(ReplicatedBufferConfig{.size = 16384}, {.page_size = 4096},
                                       mesh_.get(), first);
        const MeshTensor alias = MeshTensor::from_buffer(std::move(*view), spec);
        EXPECT_EQ(alias.address(), first);
    }
    EXPECT_TRUE(again.mesh_buffer().is_allocated());
    EXPECT_NE(MeshTensor::allocate_on_device(*mesh_, spec).address(), first);
}

TEST_F(OneChip, MovedFromIsValueless) {
    MeshTensor one = MeshTensor::allocate_on_device(
        *mesh_, spec_of(Shape({4}), DataType::FLOAT32, Layout::ROW_MAJOR));
    const MeshTensor two = std::move(one);
    // NOLINTBEGIN(bugprone-use-after-move,clang-analyzer-cplusplus.Move): what is under test
    EXPECT_TRUE(one.is_valueless_after_move());
    EXPECT_THAT(thrown([&] { (void)one.address(); }),
                HasSubstr("MeshTensor is in a moved-from state."));
    // NOLINTEND(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    EXPECT_FALSE(two.is_valueless_after_move());
}

TEST_F(OneChip, WritesIntoATensorThatIsThere) {
    const TensorSpec spec = spec_of(Shape({32, 32}), DataType::FLOAT32, Layout::TILE);
    MeshTensor device = MeshTensor::allocate_on_device(
        *mesh_,
        spec_of(Shape({32, 32}), DataType::FLOAT32, Layout::TILE, MemoryConfig(BufferType::L1)));
    const Buffer* const buffer = device.mesh_buffer().get_reference_buffer();
    cq_.enqueue_write_tensor(HostTensor::from_vector(counted<float>(1024), spec), device);
    EXPECT_TRUE(device.memory_config().is_l1());
    EXPECT_EQ(device.mesh_buffer().get_reference_buffer(), buffer);
    auto into = HostTensor::allocate_for_overwrite(spec);
    cq_.enqueue_read_tensor(device, into, false);
    cq_.finish();
    EXPECT_EQ(into.to_vector<float>(), counted<float>(1024));
    const auto other = [&](const Shape& shape, DataType type, Layout layout) {
        return thrown([&] {
            cq_.enqueue_write_tensor(
                HostTensor::allocate_for_overwrite(spec_of(shape, type, layout)), device);
        });
    };
    EXPECT_THAT(other(Shape({32, 31}), DataType::FLOAT32, Layout::TILE),
                HasSubstr("Host tensor has different shape"));
    EXPECT_THAT(other(Shape({32, 32}), DataType::INT32, Layout::TILE),
                HasSubstr("Host tensor has different dtype"));
    EXPECT_THAT(other(Shape({32, 32}), DataType::FLOAT32, Layout::ROW_MAJOR),
                HasSubstr("Host tensor has different page config"));
}

TEST_F(OneChip, HostMemoryOfAPendingReadIsKept) {
    const TensorSpec spec = spec_of(Shape({64, 64}), DataType::UINT32, Layout::ROW_MAJOR);
    const MeshTensor device =
        cq_.enqueue_write_tensor(HostTensor::from_vector(counted<std::uint32_t>(4096), spec));
    {
        (void)cq_.enqueue_read_tensor(device, false);
    }  // gone before anybody waits
    const HostTensor kept = cq_.enqueue_read_tensor(device, false);
    cq_.finish();
    EXPECT_EQ(kept.to_vector<std::uint32_t>(), counted<std::uint32_t>(4096));
}

TEST_F(OneChip, RawBytesAndParts) {
    const TensorSpec spec = spec_of(Shape({8, 16}), DataType::UINT32, Layout::ROW_MAJOR);
    MeshTensor device = MeshTensor::allocate_on_device(*mesh_, spec);
    const auto data = counted<std::uint32_t>(128);
    enqueue_write_tensor(cq_, reinterpret_cast<const std::byte*>(data.data()), device);
    std::vector<std::uint32_t> row(16);
    enqueue_read_tensor(cq_, device, reinterpret_cast<std::byte*>(row.data()),
                        BufferRegion(3 * 64, 64));
    EXPECT_EQ(row.front(), 48u);
    EXPECT_EQ(row.back(), 63u);
}

TEST_F(OneChip, Float8NeedsBlackhole) {
    const TensorSpec spec = spec_of(Shape({2, 64}), DataType::FP8_E4M3, Layout::ROW_MAJOR);
    const std::string why = thrown([&] { MeshTensor::allocate_on_device(*mesh_, spec); });
    if (mesh_->arch() == tt::ARCH::BLACKHOLE)
        EXPECT_EQ(why, "");
    else
        EXPECT_THAT(why, HasSubstr("FP8_E4M3 is only supported on Blackhole hardware"));
}

class FourChips : public testing::Test {
 protected:
    std::shared_ptr<MeshDevice> mesh_ = MeshDevice::create(MeshDeviceConfig(MeshShape(2, 2)));
    MeshCommandQueue& cq_ = mesh_->mesh_command_queue();
    TensorSpec spec_ = spec_of(Shape({4, 8}), DataType::FLOAT32, Layout::ROW_MAJOR);

    HostTensor filled(const std::vector<MeshCoordinate>& coords) const {
        auto buffers = DistributedHostBuffer::create(mesh_->shape());
        for (const MeshCoordinate& c : coords)
            buffers.emplace_shard(c, [&] {
                return HostBuffer(std::vector<float>(32, static_cast<float>(10 * c[0] + c[1])));
            });
        return host_tensor_from_buffer_with_topology(
            buffers, spec_, TensorTopology::create_sharded_tensor_topology(mesh_->shape(), 1));
    }
    static float value_at(const HostTensor& tensor, const MeshCoordinate& coord) {
        const HostBuffer shard = tensor.buffer().get_shard(coord).value();
        return shard.view_as<float>()[31];
    }
};

TEST_F(FourChips, ShardsGoToTheirDevicesAndBack) {
    const MeshCoordinateRange all(mesh_->shape());
    const HostTensor host = filled({all.begin(), all.end()});
    EXPECT_TRUE(is_uniform_write(host, *mesh_));
    const MeshTensor device = cq_.enqueue_write_tensor(host);
    EXPECT_EQ(get_tensor_topology(device), get_tensor_topology(host));
    const HostTensor back = cq_.enqueue_read_tensor(device);
    for (const MeshCoordinate& c : all)
        EXPECT_EQ(value_at(back, c), static_cast<float>(10 * c[0] + c[1]));
    const std::vector<MeshCoordinate> one{MeshCoordinate(1, 0)};
    const HostTensor part = non_uniform_data_movement::enqueue_read_tensor(cq_, device, one);
    EXPECT_EQ(value_at(part, one[0]), 10.0f);
    EXPECT_FALSE(part.buffer().get_shard(MeshCoordinate(0, 0)).has_value());
}

TEST_F(FourChips, OneTensorForAll) {
    const HostTensor host = HostTensor::from_vector(counted<float>(32), spec_);
    EXPECT_THAT(thrown([&] { cq_.enqueue_write_tensor(host); }),
                HasSubstr("Incompatible shape between source host tensor and target MeshDevice"));
    const auto [device, coords] =
        non_uniform_data_movement::enqueue_write_tensor(cq_, host, *mesh_);
    EXPECT_EQ(coords.size(), 4u);
    EXPECT_EQ(get_tensor_topology(device),
              TensorTopology::create_fully_replicated_tensor_topology(mesh_->shape()));
    const HostTensor back = cq_.enqueue_read_tensor(device);
    for (const MeshCoordinate& c : coords) EXPECT_EQ(value_at(back, c), 31.0f);
}

TEST_F(FourChips, SomeShardsOnly) {
    const HostTensor host = filled({MeshCoordinate(0, 1), MeshCoordinate(1, 1)});
    EXPECT_FALSE(is_uniform_write(host, *mesh_));
    const auto [device, coords] =
        non_uniform_data_movement::enqueue_write_tensor(cq_, host, *mesh_);
    ASSERT_EQ(coords.size(), 2u);
    const HostTensor back = non_uniform_data_movement::enqueue_read_tensor(cq_, device, coords);
    EXPECT_EQ(value_at(back, MeshCoordinate(1, 1)), 11.0f);
    EXPECT_THAT(
        thrown([&] { enqueue_write_tensor(cq_, nullptr, const_cast<MeshTensor&>(device)); }),
        HasSubstr("enqueue_write_tensor only supports single device mesh"));
}

// What other devices on the same chips have given away, an allocator can be told to keep clear of.
TEST_F(OneChip, AllocatorsTakeOver) {
    const auto part = mesh_->create_submesh(MeshShape(1, 1));
    const auto made_on = [](MeshDevice* device) {
        return MeshBuffer::create(
            ReplicatedBufferConfig{.size = 1 << 14},
            DeviceLocalBufferConfig{.page_size = 1024, .buffer_type = BufferType::DRAM}, device);
    };
    const auto held = made_on(part.get());
    EXPECT_EQ(made_on(mesh_.get())->address(), held->address());
    for (int again = 0; again < 2; again++)
        experimental::synchronize_allocator_state(mesh_->allocator().get(),
                                                  {part->allocator().get()});
    EXPECT_NE(made_on(mesh_.get())->address(), held->address());
}

TEST_F(OneChip, SocketsAndPinnedMemoryAreRefused) {
    HostBuffer buffer(std::vector<float>(4));
    EXPECT_EQ(experimental::GetMemoryPinningParameters(*mesh_).max_pins, 0u);
    EXPECT_EQ(experimental::HostBufferGetPinnedMemory(buffer), nullptr);
    EXPECT_THAT(thrown([&] {
                    experimental::PinnedMemory::Create(*mesh_, MeshCoordinateRangeSet(), buffer);
                }),
                HasSubstr("PinnedMemory is not modelled"));
    EXPECT_THAT(thrown([] { D2HSocket::connect("a"); }), HasSubstr("D2HSocket is not modelled"));
    EXPECT_THAT(thrown([] { H2DSocket::connect("a"); }), HasSubstr("H2DSocket is not modelled"));
}

TEST(Topology, NeighboursAndCoordinates) {
    const auto ring = TensorTopology::create_sharded_tensor_topology(MeshShape(2, 2), 3);
    EXPECT_EQ(ring.distribution_shape(), MeshShape(4));
    EXPECT_EQ(ring.get_next_neighbor(MeshCoordinate(3), 0), MeshCoordinate(0));
    EXPECT_EQ(ring.get_prev_neighbor(MeshCoordinate(0), 0), MeshCoordinate(3));
    EXPECT_EQ(ring.get_device_coord(MeshCoordinate(2)), MeshCoordinate(1, 0));
    EXPECT_EQ(ring.get_tensor_coord(MeshCoordinate(1, 1)), MeshCoordinate(3));
    EXPECT_NE(ring, TensorTopology());
    std::ostringstream text;
    text << ring.placements()[0] << ' '
         << MeshMapperConfig{
                .placements = {MeshMapperConfig::Replicate{}, MeshMapperConfig::Shard{1}}};
    EXPECT_EQ(text.str(),
              "PlacementShard(3) MeshMapperConfig(placements: [PlacementReplicate(), "
              "PlacementShard(1)])");
}

}  // namespace mesh_tensor_test

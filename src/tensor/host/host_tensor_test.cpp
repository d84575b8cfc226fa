// Tensors in host memory: from elements and back, every data type and layout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/experimental/tensor_apis_with_pad_values.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tensor/test_support.hpp"

namespace {

using namespace tt::tt_metal;
using ironbird::tensor::counted;
using ironbird::tensor::spec_of;
using ironbird::tensor::thrown;
using testing::HasSubstr;

const Shape kShapes[] = {Shape({1}),       Shape({5}),           Shape({32, 32}),
                         Shape({33, 31}),  Shape({2, 3, 4, 5}),  Shape({3, 40, 70}),
                         Shape({64, 128}), Shape({2, 1, 17, 1}), Shape({2, 2, 2, 2, 2, 33})};

template <typename T>
void round_trip(DataType type, Layout layout) {
    for (const Shape& shape : kShapes) {
        const auto data = counted<T>(shape.volume());
        const HostTensor tensor = HostTensor::from_vector(data, spec_of(shape, type, layout));
        const HostBuffer buffer = host_buffer::get_host_buffer(tensor);
        EXPECT_EQ(tensor.to_vector<T>(), data) << shape << type << layout;
        EXPECT_EQ(buffer.view_bytes().size(),
                  tensor.tensor_spec().compute_packed_buffer_size_bytes());
    }
}

TEST(HostTensor, RoundTripOfEveryTypeAndLayout) {
    for (const Layout layout : {Layout::ROW_MAJOR, Layout::TILE}) {
        round_trip<bfloat16>(DataType::BFLOAT16, layout);
        round_trip<float>(DataType::FLOAT32, layout);
        round_trip<std::int32_t>(DataType::INT32, layout);
        round_trip<std::uint32_t>(DataType::UINT32, layout);
        round_trip<std::uint16_t>(DataType::UINT16, layout);
        round_trip<std::uint8_t>(DataType::UINT8, layout);
        round_trip<std::int8_t>(DataType::INT8, layout);
    }
}

TEST(HostTensor, FloatsBecomeWhatTheSpecSays) {
    const Shape shape({40, 50});
    std::vector<float> data;  // integers that bfloat16 has exactly
    for (const bfloat16 value : counted<bfloat16>(shape.volume())) data.push_back(value);
    for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32})
        EXPECT_EQ(
            HostTensor::from_vector(data, spec_of(shape, type, Layout::TILE)).to_vector<float>(),
            data);
    const auto ints =
        HostTensor::from_vector(data, spec_of(shape, DataType::UINT16, Layout::ROW_MAJOR));
    EXPECT_EQ(ints.to_vector<std::uint16_t>()[7], 7);
    EXPECT_THAT(thrown([&] { (void)ints.to_vector<float>(); }),
                HasSubstr("Cannot convert HostTensor to vector<float> for data type"));
    EXPECT_THAT(thrown([&] { (void)ints.to_vector<std::uint8_t>(); }),
                HasSubstr("Unsupported data type for to_vector: got"));
}

TEST(HostTensor, BlockFormatsKeepPowersOfTwoExactly) {
    const Shape shape({3, 40, 50});
    std::vector<float> data(shape.volume());
    for (std::size_t i = 0; i < data.size(); i++) data[i] = i % 3 == 0 ? 1.0f : 0.5f;
    for (const DataType type : {DataType::BFLOAT8_B, DataType::BFLOAT4_B}) {
        const auto tensor = HostTensor::from_vector(data, spec_of(shape, type, Layout::TILE));
        EXPECT_EQ(tensor.to_vector<float>(), data) << type;
        EXPECT_EQ(tensor.element_size(), 1u);
        EXPECT_EQ(to_layout(tensor, Layout::ROW_MAJOR).layout(), Layout::TILE);
    }
}

TEST(HostTensor, TilesAreStoredFaceByFace) {
    const auto data = counted<std::uint32_t>(32 * 64);
    const auto tensor =
        HostTensor::from_vector(data, spec_of(Shape({32, 64}), DataType::UINT32, Layout::TILE));
    const auto stored = host_buffer::get_as<std::uint32_t>(tensor);
    EXPECT_EQ(stored[0], 0u);
    EXPECT_EQ(stored[16], 64u);        // the second row of the first face
    EXPECT_EQ(stored[256], 16u);       // the second face
    EXPECT_EQ(stored[512], 16u * 64);  // the third: lower left
    EXPECT_EQ(stored[1024], 32u);      // the second tile
    EXPECT_EQ(stored[2047], 31u * 64 + 63);
    const TensorSpec narrow(
        Shape({4, 32}),
        TensorLayout(DataType::UINT32, PageConfig(Layout::TILE, Tile({4, 16})), MemoryConfig()));
    const auto small = HostTensor::from_vector(counted<std::uint32_t>(128), narrow);
    EXPECT_EQ(host_buffer::get_as<std::uint32_t>(small)[64], 16u);
    EXPECT_EQ(small.to_vector<std::uint32_t>(), counted<std::uint32_t>(128));
}

TEST(HostTensor, PaddingHasTheValueThatWasAsked) {
    const auto tensor = host_tensor_from_vector_with_pad_value(
        std::vector<float>{1, 2}, spec_of(Shape({1, 2}), DataType::FLOAT32, Layout::TILE), 7.0f);
    const auto stored = host_buffer::get_as<float>(tensor);
    EXPECT_EQ(stored[1], 2.0f);
    EXPECT_EQ(stored[2], 7.0f);
    EXPECT_EQ(stored[1023], 7.0f);
    const auto zero = HostTensor::from_vector(
        std::vector<float>{1, 2}, spec_of(Shape({1, 2}), DataType::FLOAT32, Layout::TILE));
    EXPECT_EQ(host_buffer::get_as<float>(zero)[2], 0.0f);
}

TEST(HostTensor, SizesThatDoNotMatchAreRefused) {
    const TensorSpec spec = spec_of(Shape({2, 2}), DataType::FLOAT32, Layout::ROW_MAJOR);
    EXPECT_THAT(thrown([&] { HostTensor::from_vector(std::vector<float>(3), spec); }),
                HasSubstr("Buffer size 3 differs from shape volume 4"));
    const std::vector<float> three(3);
    EXPECT_THAT(thrown([&] { HostTensor::from_span(std::span<const float>(three), spec); }),
                HasSubstr("Current buffer size is 3 different from shape volume 4"));
}

TEST(HostTensor, BorrowedAndAdoptedDataIsNotCopied) {
    std::vector<float> data{1, 2, 3, 4};
    const auto borrowed =
        HostTensor::from_borrowed_data(std::span(data), Shape({2, 2}), MemoryPin());
    data[3] = 9;
    EXPECT_EQ(borrowed.to_vector<float>()[3], 9.0f);
    std::vector<float> given{5, 6};
    const float* const at = given.data();
    const auto adopted = HostTensor::from_vector(
        std::move(given), spec_of(Shape({2}), DataType::FLOAT32, Layout::ROW_MAJOR));
    EXPECT_EQ(host_buffer::get_as<float>(adopted).data(), at);
    // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): the copy is what is tested
    const HostTensor copy = adopted;
    EXPECT_EQ(host_buffer::get_as<float>(copy).data(), at);
}

TEST(HostTensor, MovedFromIsValueless) {
    auto one =
        HostTensor::allocate_for_overwrite(spec_of(Shape({2}), DataType::UINT8, Layout::ROW_MAJOR));
    const auto two = std::move(one);
    // NOLINTBEGIN(bugprone-use-after-move,clang-analyzer-cplusplus.Move): what is under test
    EXPECT_TRUE(one.is_valueless_after_move());
    EXPECT_THAT(thrown([&] { (void)one.dtype(); }),
                HasSubstr("HostTensor is in a moved-from state."));
    EXPECT_TRUE(HostTensor(one).is_valueless_after_move());
    // NOLINTEND(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    EXPECT_EQ(two.to_vector<std::uint8_t>(), std::vector<std::uint8_t>(2));
}

TEST(HostTensor, ShardsOfAMesh) {
    const distributed::MeshShape mesh(2, 2);
    auto buffers = DistributedHostBuffer::create(mesh);
    const HostBuffer shared(std::vector<float>{1, 2});
    for (const auto& coord : distributed::MeshCoordinateRange(mesh))
        buffers.emplace_shard(
            coord, [&] { return coord[1] == 0 ? shared : HostBuffer(std::vector<float>{3, 4}); });
    const auto tensor = host_tensor_from_buffer_with_topology(
        buffers, spec_of(Shape({2}), DataType::FLOAT32, Layout::ROW_MAJOR),
        TensorTopology::create_sharded_tensor_topology(mesh, 0));
    EXPECT_THAT(thrown([&] { (void)tensor.to_vector<float>(); }),
                HasSubstr("Can't get a single buffer from host storage distributed over mesh"));
    const auto halves = to_dtype(tensor, DataType::BFLOAT16);
    const auto at = [&](std::uint32_t row, std::uint32_t column) {
        return halves.buffer().get_shard(distributed::MeshCoordinate(row, column)).value();
    };
    const HostBuffer a = at(0, 0), b = at(1, 0), c = at(0, 1);
    EXPECT_EQ(a.view_bytes().data(), b.view_bytes().data());  // converted once for both
    EXPECT_EQ(static_cast<float>(c.view_as<bfloat16>()[1]), 4.0f);
    EXPECT_EQ(get_tensor_topology(halves), get_tensor_topology(tensor));
}

}  // namespace

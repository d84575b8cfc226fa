// Conversions of host tensors: layouts, data types, padding, other specs; what they refuse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tt-metalium/experimental/tensor_apis_with_pad_values.hpp>
#include <tt-metalium/experimental/tensor_host_pad_apis.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tensor/test_support.hpp"

namespace {

using namespace tt::tt_metal;
using ironbird::tensor::counted;
using ironbird::tensor::spec_of;
using ironbird::tensor::thrown;
using testing::ElementsAre;
using testing::HasSubstr;

HostTensor floats(const Shape& shape, Layout layout, DataType type = DataType::FLOAT32) {
    return HostTensor::from_vector(counted<float>(shape.volume()), spec_of(shape, type, layout));
}

TEST(ToLayout, KeepsElementsAndPadding) {
    for (const Shape& shape : {Shape({32, 64}), Shape({2, 33, 5}), Shape({7})}) {
        const auto tiled = floats(shape, Layout::TILE);
        const auto rows = to_layout(tiled, Layout::ROW_MAJOR);
        EXPECT_EQ(rows.layout(), Layout::ROW_MAJOR);
        EXPECT_EQ(rows.padded_shape(), tiled.padded_shape());
        EXPECT_EQ(rows.to_vector<float>(), counted<float>(shape.volume())) << shape;
        const auto again = to_layout(rows, Layout::TILE);
        EXPECT_EQ(host_buffer::get_host_buffer(again), host_buffer::get_host_buffer(tiled));
    }
}

TEST(ToLayout, Refusals) {
    const auto rows = floats(Shape({5, 6}), Layout::ROW_MAJOR);
    EXPECT_THAT(thrown([&] { to_layout(rows, Layout::TILE); }),
                HasSubstr("to_layout: Converting layout to Layout::TILE implicitly changed "
                          "physical shape from (5, 6) to (32, 32)"));
    EXPECT_THAT(thrown([&] { to_layout(rows, Layout::INVALID); }), HasSubstr("is not supported"));
    EXPECT_THAT(
        thrown([&] { to_tile_layout(floats(Shape({32, 32}), Layout::TILE), Tile({16, 16})); }),
        HasSubstr("Retile is not supported."));
}

TEST(ToDtype, EveryPairInStorageOrder) {
    const Shape shape({40, 40});
    const auto data = counted<std::uint8_t>(shape.volume());  // 0 … 127: everybody's values
    const DataType types[] = {DataType::BFLOAT16, DataType::FLOAT32, DataType::INT32,
                              DataType::UINT32,   DataType::UINT16,  DataType::UINT8,
                              DataType::INT8};
    const auto start = HostTensor::from_vector(data, spec_of(shape, DataType::UINT8, Layout::TILE));
    for (const DataType a : types)
        for (const DataType b : types) {
            const auto there = to_dtype(to_dtype(start, a), b);
            EXPECT_EQ(there.dtype(), b);
            EXPECT_EQ(to_dtype(there, DataType::UINT8).to_vector<std::uint8_t>(), data) << a << b;
        }
}

TEST(ToDtype, BlockFormatsBecomeTiles) {
    const std::vector<float> data(64 * 64, 0.25f);
    const auto rows = HostTensor::from_vector(
        data, spec_of(Shape({64, 64}), DataType::BFLOAT16, Layout::ROW_MAJOR));
    const auto blocks = to_dtype(rows, DataType::BFLOAT8_B);
    EXPECT_EQ(blocks.layout(), Layout::TILE);
    EXPECT_EQ(blocks.to_vector<float>(), data);
    EXPECT_EQ(to_dtype(blocks, DataType::FLOAT32).to_vector<float>(), data);
    EXPECT_THAT(
        thrown([&] { to_dtype(floats(Shape({5, 6}), Layout::ROW_MAJOR), DataType::BFLOAT4_B); }),
        HasSubstr("to_dtype: Converting layout to"));
}

TEST(ToDtype, Float8OnlyFromAndToFloat) {
    const auto f = HostTensor::from_vector(
        std::vector<float>{0.5f, -2.0f}, spec_of(Shape({2}), DataType::FLOAT32, Layout::ROW_MAJOR));
    const auto f8 = to_dtype(f, DataType::FP8_E4M3);
    EXPECT_THAT(to_dtype(f8, DataType::FLOAT32).to_vector<float>(), ElementsAre(0.5f, -2.0f));
    EXPECT_THAT(thrown([&] { to_dtype(f8, DataType::BFLOAT16); }),
                HasSubstr("FP8_E4M3 cross-type conversion is only supported to/from FLOAT32"));
}

TEST(Pad, PutsTheInputAtItsPlace) {
    const auto tensor = floats(Shape({2, 2}), Layout::ROW_MAJOR);
    const auto padded = pad(tensor, Shape({3, 4}), Shape({1, 1}), 9.0f);
    EXPECT_EQ(padded.logical_shape(), Shape({2, 2}));
    EXPECT_EQ(padded.padded_shape(), Shape({3, 4}));
    EXPECT_THAT(host_buffer::get_as<float>(padded),
                ElementsAre(9, 9, 9, 9, 9, 0, 1, 9, 9, 2, 3, 9));
    EXPECT_THAT(unpad(padded, Shape({1, 1}), Shape({3, 3})).to_vector<float>(),
                ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(thrown([&] { unpad(padded, Shape({1, 1}), Shape({4, 3})); }),
                HasSubstr("does not fit into"));
    EXPECT_THAT(thrown([&] {
                    pad(to_layout(pad_to_tile(tensor, 0), Layout::TILE), Shape({64, 64}),
                        Shape({0, 0}), 0);
                }),
                HasSubstr("Tensor layout must be ROW_MAJOR for padding"));
}

TEST(Pad, ToTilesAndBack) {
    const auto tensor = floats(Shape({2, 33, 5}), Layout::ROW_MAJOR);
    const auto padded = pad_to_tile(tensor, 1.0f);
    EXPECT_EQ(padded.padded_shape(), Shape({2, 64, 32}));
    EXPECT_EQ(unpad_from_tile(padded, Shape({2, 33, 5})).to_vector<float>(),
              counted<float>(2 * 33 * 5));
    EXPECT_THAT(thrown([&] { unpad_from_tile(padded, Shape({1, 33, 5})); }),
                HasSubstr("Input shape must match output shape apart from last 2 dims"));
    EXPECT_THAT(thrown([&] { unpad_from_tile(padded, Shape({2, 32, 5})); }),
                HasSubstr("must be within range to have been padded to input"));
    EXPECT_THAT(thrown([&] { unpad_from_tile(tensor, Shape({2, 33, 5})); }),
                HasSubstr("Last 2 dims of input shape must be multiples of 32"));
}

TEST(ToTensorSpec, EncodesAgain) {
    const auto tensor = floats(Shape({3, 5}), Layout::TILE);
    const TensorSpec rows = spec_of(Shape({3, 5}), DataType::BFLOAT16, Layout::ROW_MAJOR);
    const auto made = to_tensor_spec<float>(tensor, rows);
    EXPECT_EQ(made.tensor_spec(), rows);
    EXPECT_EQ(made.to_vector<float>(), counted<float>(15));
    EXPECT_THAT(thrown([&] { to_tensor_spec<bfloat16>(tensor, rows); }),
                HasSubstr("to_tensor_spec: a tensor of DataType::FLOAT32"));
    EXPECT_THAT(thrown([&] {
                    to_tensor_spec<float>(tensor,
                                          spec_of(Shape({5, 3}), DataType::FLOAT32, Layout::TILE));
                }),
                HasSubstr("to_tensor_spec: logical shapes must match"));
    EXPECT_THAT(thrown([&] {
                    host_tensor_to_tensor_spec_with_pad_value(
                        tensor, spec_of(Shape({3, 5}), DataType::UINT8, Layout::TILE), -1.0f);
                }),
                HasSubstr("to_tensor_spec: -1 cannot pad"));
}

TEST(HostBuffer, TypesAndPins) {
    int alive = 0;
    {
        std::vector<float> data{1, 2};
        const HostBuffer buffer(ttsl::Span<float>(data.data(), data.size()),
                                MemoryPin([&] { alive++; }, [&] { alive--; }));
        // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): the copy is what is tested
        const HostBuffer copy = buffer;
        EXPECT_GE(alive, 2);
        EXPECT_EQ(copy.view_as<float>()[1], 2.0f);
        EXPECT_THAT(thrown([&] { (void)copy.view_as<std::uint32_t>(); }),
                    HasSubstr("Requested type T does not match the underlying buffer type."));
        EXPECT_EQ(buffer, copy);
    }
    EXPECT_EQ(alive, 0);
    const HostBuffer none;
    EXPECT_THAT(thrown([&] { (void)none.view_as<float>(); }), HasSubstr("does not match"));
    int ended = 0;
    auto pin = std::make_unique<MemoryPin>(std::make_shared<int>(1));
    auto second = std::make_unique<MemoryPin>(*pin);
    pin->add_final_release_callback([&] { ended++; });
    pin.reset();
    EXPECT_EQ(ended, 0);
    second.reset();
    EXPECT_EQ(ended, 1);
    EXPECT_TRUE(MemoryPin() == nullptr);
}

}  // namespace

// Tensors spread over meshes: which part of a tensor each place gets, and what is refused.
#include <numeric>

#include "harness.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/distributed/distributed_tensor.hpp"

namespace ttnn::test {
namespace {

using namespace tt::tt_metal;
using namespace ttnn::distributed;
using testing::ElementsAre;
using testing::HasSubstr;

using Shard = MeshMapperConfig::Shard;
using Replicate = MeshMapperConfig::Replicate;

Tensor counted_tensor(const tt::tt_metal::Shape& shape) {
    std::vector<float> values(shape.volume());
    std::iota(values.begin(), values.end(), 0.0F);
    return Tensor::from_vector(values, spec_of(shape, DataType::FLOAT32, Layout::ROW_MAJOR));
}

std::vector<std::vector<float>> parts(const Tensor& tensor) {
    std::vector<std::vector<float>> all;
    for (const Tensor& part : get_device_tensors(tensor)) all.push_back(part.to_vector<float>());
    return all;
}

TEST(Distributed, CutsAlongBothAxes) {
    const auto mapper = create_mesh_mapper(MeshShape(2, 2), {.placements = {Shard{1}, Shard{0}}});
    const Tensor spread = (*mapper)(counted_tensor(tt::tt_metal::Shape({2, 4})));
    EXPECT_THAT(parts(spread), ElementsAre(ElementsAre(0, 1), ElementsAre(4, 5), ElementsAre(2, 3),
                                           ElementsAre(6, 7)));
    EXPECT_EQ(spread.tensor_topology().distribution_shape(), MeshShape(2, 2));
}

TEST(Distributed, LinesMayHaveFewerPartsThanDevices) {
    const auto mapper = create_mesh_mapper(
        MeshShape(2, 2), {.placements = {Shard{-1}}, .mesh_shape_override = MeshShape(4)});
    const Tensor spread = (*mapper)(counted_tensor(tt::tt_metal::Shape({1, 3})));
    EXPECT_THAT(parts(spread), ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2)));
    EXPECT_EQ(spread.tensor_topology().distribution_shape(), MeshShape(3));
    EXPECT_EQ(spread.tensor_topology().mesh_coords()[2], MeshCoordinate(1, 0));
}

TEST(Distributed, APartOfTheMeshAtAnOffset) {
    const auto mapper =
        create_mesh_mapper(MeshShape(2, 4), {.placements = {Replicate{}, Shard{0}},
                                             .mesh_shape_override = MeshShape(2, 2),
                                             .mesh_offset_override = MeshCoordinate(0, 2)});
    const Tensor spread = (*mapper)(counted_tensor(tt::tt_metal::Shape({2, 1})));
    EXPECT_THAT(spread.tensor_topology().mesh_coords(),
                ElementsAre(MeshCoordinate(0, 2), MeshCoordinate(0, 3), MeshCoordinate(1, 2),
                            MeshCoordinate(1, 3)));
    EXPECT_THAT(parts(spread),
                ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(0), ElementsAre(1)));
}

// Parts that lie in the caller's memory as they are wanted are not copied.
TEST(Distributed, BorrowsWhatItCan) {
    const auto data = std::make_shared<std::vector<float>>(8, 1.0F);
    const auto first_of = [&](int dim, Layout layout) {
        const auto mapper = create_mesh_mapper(
            MeshShape(1, 2), {.placements = {Shard{dim}}, .mesh_shape_override = MeshShape(2)});
        const Tensor spread = create_distributed_tensor(
            ttsl::Span<float>(*data), tt::tt_metal::Shape({2, 4}), MemoryPin(data),
            TensorLayout(DataType::FLOAT32, layout, MemoryConfig{}), *mapper);
        const auto first = spread.host_tensor().buffer().get_shard(MeshCoordinate(0, 0));
        const HostBuffer& bytes = *first;
        return bytes.view_bytes().data() == reinterpret_cast<const std::byte*>(data->data());
    };
    EXPECT_TRUE(first_of(0, Layout::ROW_MAJOR));
    EXPECT_FALSE(first_of(1, Layout::ROW_MAJOR));
    EXPECT_FALSE(first_of(0, Layout::TILE));
}

TEST(Distributed, Refusals) {
    const auto make = [](const MeshMapperConfig& config) {
        return thrown([&] { (void)create_mesh_mapper(MeshShape(2, 4), config); });
    };
    EXPECT_THAT(make({.placements = {Replicate{}}}), HasSubstr("1 dimensions are given"));
    EXPECT_THAT(make({.placements = {Shard{0}, Shard{1}}, .mesh_shape_override = MeshShape(1, 9)}),
                HasSubstr("does not fit a mesh"));
    EXPECT_THAT(make({.placements = {Shard{0}, Shard{1}},
                      .mesh_shape_override = MeshShape(2, 2),
                      .mesh_offset_override = MeshCoordinate(0, 3)}),
                HasSubstr("leaves the mesh"));
    const auto mapper = create_mesh_mapper(MeshShape(2, 2), {.placements = {Shard{0}, Shard{1}}});
    EXPECT_THAT(thrown([&] { (void)(*mapper)(counted_tensor(tt::tt_metal::Shape({2, 3}))); }),
                HasSubstr("cannot be cut into 2 equal parts"));
    const auto far = create_mesh_mapper(MeshShape(1, 2), {.placements = {Shard{0}, Shard{7}}});
    EXPECT_THAT(thrown([&] { (void)(*far)(counted_tensor(tt::tt_metal::Shape({2, 3}))); }),
                HasSubstr("out of range"));
}

}  // namespace
}  // namespace ttnn::test

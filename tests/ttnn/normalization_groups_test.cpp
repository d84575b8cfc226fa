// Normalisation of groups of channels and of rows in parts, against double precision.
#include "harness.hpp"
#include "ttnn/operations/data_movement/concat/concat.hpp"
#include "ttnn/operations/normalization/groupnorm/groupnorm.hpp"
#include "ttnn/operations/normalization/layernorm_distributed/layernorm_post_all_gather.hpp"
#include "ttnn/operations/normalization/layernorm_distributed/layernorm_pre_all_gather.hpp"
#include "ttnn/operations/normalization/rmsnorm_distributed/rmsnorm_post_all_gather.hpp"
#include "ttnn/operations/normalization/rmsnorm_distributed/rmsnorm_pre_all_gather.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;

class GroupNorm : public OnDevice {
 protected:
    static Tensor make(const Shape& shape, DataType dtype, Layout layout = Layout::TILE) {
        return tensor_of(draw(random_, shape.volume(), -2, 3, false), spec_of(shape, dtype, layout),
                         &device());
    }

    static inline std::mt19937 random_{9};
};

// Elements that `of` gives one number are normalised together.
Doubles normalised(Doubles x, std::size_t parts, const std::function<std::size_t(std::size_t)>& of,
                   bool centred, double epsilon) {
    Doubles sum(parts), squares(parts), count(parts);
    for (std::size_t i = 0; i < x.size(); i++) {
        sum[of(i)] += x[i];
        squares[of(i)] += x[i] * x[i];
        count[of(i)]++;
    }
    for (std::size_t i = 0; i < x.size(); i++) {
        const std::size_t p = of(i);
        const double mean = centred ? sum[p] / count[p] : 0;
        x[i] = (x[i] - mean) / std::sqrt(squares[p] / count[p] - mean * mean + epsilon);
    }
    return x;
}

TEST_F(GroupNorm, OfChannels) {
    for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32}) {
        const std::uint32_t channels = 96, groups = 6, rows = 40;
        const Shape shape({2, 1, rows, channels});
        const bool tiles = type == DataType::FLOAT32;
        const Tensor x = make(shape, type, tiles ? Layout::TILE : Layout::ROW_MAJOR);
        // Channels of two columns of cores: 48 each, filled up to 64.
        const Tensor weight = make(Shape({1, 1, 4, 32}), DataType::BFLOAT16, Layout::ROW_MAJOR);
        const Tensor bias = make(Shape({1, 1, 3, 32}), DataType::BFLOAT16, Layout::ROW_MAJOR);
        const Tensor got = group_norm(x, groups, 1e-5f, std::nullopt, weight, bias, std::nullopt,
                                      std::nullopt, std::nullopt, CoreGrid(1, 1), false);
        EXPECT_EQ(got.layout(), x.layout());
        Doubles want = normalised(
            values_of(x), 2 * groups,
            [&](std::size_t i) { return i / (rows * channels) * groups + i % channels / 16; }, true,
            1e-5);
        const Doubles w = values_of(weight), b = values_of(bias);
        for (std::size_t i = 0; i < want.size(); i++) {
            const std::size_t c = i % channels;
            want[i] = want[i] * w[c / 48 * 64 + c % 48] + b[c];
        }
        expect_close(values_of(got), want, type, {1e-4, 2e-4}, "group_norm");
    }
    const Tensor x = make(Shape({1, 1, 32, 64}), DataType::BFLOAT16);
    EXPECT_THAT(thrown([&] { (void)group_norm(x, 3, 1e-5f); }), HasSubstr("must be divisible"));
    EXPECT_THAT(thrown([&] { (void)group_norm(x, 2, 1e-5f); }), HasSubstr("core_grid is required"));
}

// The columns of cores that weights are laid out for are those of the shards: 4 of 24 channels
// here, where 2 of 48 would have as many elements.
TEST_F(GroupNorm, OfShards) {
    using tt::tt_metal::ShardSpec;
    const std::uint32_t channels = 96;
    const MemoryConfig memory(
        TensorMemoryLayout::WIDTH_SHARDED, BufferType::L1,
        ShardSpec(CoreRangeSet(CoreRange({0, 0}, {3, 0})), {32, 24}, ShardOrientation::ROW_MAJOR));
    const Tensor x = tensor_of(
        draw(random_, 32 * channels, -2, 3, false),
        spec_of(Shape({1, 1, 32, channels}), DataType::BFLOAT16, Layout::ROW_MAJOR, memory),
        &device());
    const Tensor weight = make(Shape({1, 1, 4, 32}), DataType::BFLOAT16, Layout::ROW_MAJOR);
    const Tensor got = group_norm(x, 6, 1e-5f, std::nullopt, weight);
    EXPECT_EQ(got.memory_config(), memory);
    Doubles want =
        normalised(values_of(x), 6, [&](std::size_t i) { return i % channels / 16; }, true, 1e-5);
    const Doubles w = values_of(weight);
    for (std::size_t i = 0; i < want.size(); i++)
        want[i] *= w[i % channels / 24 * 32 + i % channels % 24];
    expect_close(values_of(got), want, DataType::BFLOAT16, {1e-4, 2e-4}, "group_norm of shards");
}

// Rows in two parts, as two devices would have them.
TEST_F(GroupNorm, OfRowsInParts) {
    const std::uint32_t rows = 40, width = 64;
    const Tensor a = make(Shape({1, 1, rows, width}), DataType::BFLOAT16);
    const Tensor b = make(Shape({1, 1, rows, width}), DataType::BFLOAT16);
    const Tensor weight = make(Shape({1, 1, 1, width}), DataType::BFLOAT16);
    const Doubles x = values_of(a), y = values_of(b), w = values_of(weight);
    Doubles whole;
    for (std::size_t r = 0; r < rows; r++) {
        whole.insert(whole.end(), &x[r * width], &x[r * width] + width);
        whole.insert(whole.end(), &y[r * width], &y[r * width] + width);
    }
    for (const bool centred : {false, true}) {
        const auto pre = [&](const Tensor& t) {
            return centred ? layer_norm_pre_all_gather(t, DataType::FLOAT32)
                           : rms_norm_pre_all_gather(t, DataType::FLOAT32);
        };
        const Tensor stats = concat({pre(a), pre(b)}, 3);
        EXPECT_EQ(stats.logical_shape()[3], centred ? 128u : 64u);
        const Tensor got = centred ? layer_norm_post_all_gather(a, stats, 1e-5f, weight)
                                   : rms_norm_post_all_gather(a, stats, 1e-5f, weight);
        const Doubles all =
            normalised(whole, rows, [&](std::size_t i) { return i / (2 * width); }, centred, 1e-5);
        Doubles want(rows * width);
        for (std::size_t i = 0; i < want.size(); i++)
            want[i] = all[i / width * 2 * width + i % width] * w[i % width];
        expect_close(values_of(got), want, DataType::BFLOAT16, {1e-3, 1e-3},
                     centred ? "layer_norm" : "rms_norm");
    }
}

}  // namespace
}  // namespace ttnn::test

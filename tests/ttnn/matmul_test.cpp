// Products of matrices against sums in double precision.
#include "ttnn/operations/matmul/matmul.hpp"

#include "harness.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;

class Matmul : public OnDevice {};

struct Case {
    Shape a, b, out;
    bool turned = false;
};

// With batches equal or one.
Doubles product(const Doubles& x, const Doubles& y, const Case& c) {
    const std::size_t m = c.a[-2], k = c.a[-1], n = c.out[-1];
    const std::size_t of_a = c.a.volume() / (m * k), of_b = c.b.volume() / (k * n);
    Doubles want(c.out.volume());
    for (std::size_t i = 0; i < want.size(); i++) {
        const std::size_t matrix = i / (m * n), row = i / n % m, column = i % n;
        const double* left = &x[(of_a == 1 ? 0 : matrix) * m * k + row * k];
        const double* right = &y[(of_b == 1 ? 0 : matrix) * k * n];
        for (std::size_t s = 0; s < k; s++)
            want[i] += left[s] * (c.turned ? right[column * k + s] : right[s * n + column]);
    }
    return want;
}

void check(const Case& c, DataType type_a, DataType type_b, MeshDevice& device) {
    std::mt19937 random(7);
    const Tensor a =
        tensor_of(draw(random, c.a.volume(), -1, 1, false), spec_of(c.a, type_a), &device);
    const Tensor b =
        tensor_of(draw(random, c.b.volume(), -1, 1, false), spec_of(c.b, type_b), &device);
    const Tensor out = matmul(a, b, false, c.turned);
    EXPECT_EQ(out.logical_shape(), c.out);
    // Source registers hold 11 bits of a mantissa; sums of k terms stay below k in size.
    const double terms = std::sqrt(static_cast<double>(c.a[-1]));
    expect_close(values_of(out), product(values_of(a), values_of(b), c), type_a,
                 {0, terms * (type_a == DataType::FLOAT32 ? 2e-3 : 4e-3)},
                 fmt::format("{} x {}, {} and {}", c.a, c.b, type_a, type_b));
}

TEST_F(Matmul, ShapesAndTypes) {
    const Case cases[] = {{Shape({32, 32}), Shape({32, 32}), Shape({32, 32})},
                          {Shape({64, 96}), Shape({96, 160}), Shape({64, 160})},
                          {Shape({1, 32}), Shape({32, 1}), Shape({1, 1})},
                          {Shape({33, 45}), Shape({45, 70}), Shape({33, 70})},
                          {Shape({2, 3, 40, 64}), Shape({64, 33}), Shape({2, 3, 40, 33})},
                          {Shape({3, 32, 40}), Shape({3, 40, 64}), Shape({3, 32, 64})},
                          {Shape({5, 40}), Shape({4, 40, 6}), Shape({4, 5, 6})},
                          {Shape({40, 70}), Shape({50, 70}), Shape({40, 50}), true},
                          {Shape({300, 64}), Shape({64, 20}), Shape({300, 20})}};
    for (const Case& c : cases) {
        check(c, DataType::BFLOAT16, DataType::BFLOAT16, device());
        check(c, DataType::FLOAT32, DataType::FLOAT32, device());
        check(c, DataType::BFLOAT8_B, DataType::BFLOAT8_B, device());
    }
    check(cases[3], DataType::BFLOAT16, DataType::BFLOAT8_B, device());
}

TEST_F(Matmul, PaddingDoesNotCount) {
    // What operations leave in the padding of their results is infinite here.
    const auto filled =
        Tensor::from_vector(std::vector<float>(35, 2), spec_of(Shape({5, 7}), DataType::BFLOAT16),
                            &device(), std::nullopt, INFINITY);
    const auto other = Tensor::from_vector(std::vector<float>(7 * 3, 3),
                                           spec_of(Shape({7, 3}), DataType::BFLOAT16), &device(),
                                           std::nullopt, INFINITY);
    EXPECT_EQ(values_of(matmul(filled, other)), Doubles(15, 42));
    // As the smallest format, whose blocks the finite padding shares.
    const auto small = Tensor::from_vector(std::vector<float>(7 * 3, 3),
                                           spec_of(Shape({7, 3}), DataType::BFLOAT4_B), &device(),
                                           std::nullopt, 1.0f);
    EXPECT_EQ(values_of(matmul(filled, small)), Doubles(15, 42));
}

TEST_F(Matmul, Linear) {
    const Tensor a =
        tensor_of(Doubles(32 * 64, 0.5), spec_of(Shape({32, 64}), DataType::BFLOAT16), &device());
    const Tensor b =
        tensor_of(Doubles(64 * 32, -1), spec_of(Shape({64, 32}), DataType::BFLOAT16), &device());
    const Tensor bias =
        tensor_of(Doubles(32, 8), spec_of(Shape({1, 32}), DataType::BFLOAT16), &device());
    EXPECT_EQ(values_of(linear(a, b, bias)), Doubles(1024, -24));
    EXPECT_EQ(values_of(linear(a, b, bias, false, false, std::nullopt, std::nullopt, std::nullopt,
                               Activation("relu"))),
              Doubles(1024, 0));
    const Tensor into =
        tensor_of(Doubles(1024, 5), spec_of(Shape({32, 32}), DataType::BFLOAT16), &device());
    (void)linear(a, b, bias, false, false, std::nullopt, std::nullopt, std::nullopt,
                 Activation("abs"), std::nullopt, std::nullopt, std::nullopt, into);
    EXPECT_EQ(values_of(into), Doubles(1024, 24));
    const Tensor wide = matmul(a, b, false, false, L1_MEMORY_CONFIG, DataType::FLOAT32);
    EXPECT_EQ(wide.memory_config(), L1_MEMORY_CONFIG);
    EXPECT_EQ(values_of(wide), Doubles(1024, -32));
    const ComputeKernelConfig fast{.math_fidelity = tt::tt_metal::MathFidelity::LoFi};
    EXPECT_EQ(values_of(matmul(a, b, false, false, std::nullopt, std::nullopt, std::nullopt,
                               std::nullopt, fast, CoreGrid(2, 2))),
              Doubles(1024, -32));
    EXPECT_THAT(thrown([&] { (void)matmul(a, a); }),
                HasSubstr("The width of the first tensor must be equal to the height"));
}

TEST_F(Matmul, AddmmAndVectors) {
    std::mt19937 random(3);
    const auto make = [&](const Shape& shape) {
        return tensor_of(draw(random, shape.volume(), -1, 1, false),
                         spec_of(shape, DataType::BFLOAT16), &device());
    };
    const Tensor a = make(Shape({40, 64})), b = make(Shape({64, 50})), c = make(Shape({40, 50}));
    const Case whole{Shape({40, 64}), Shape({64, 50}), Shape({40, 50})};
    Doubles want = product(values_of(a), values_of(b), whole);
    const Doubles extra = values_of(c);
    for (std::size_t i = 0; i < want.size(); i++) want[i] = 0.5 * want[i] + 2 * extra[i];
    expect_close(values_of(addmm(c, a, b, 0.5f, 2.f)), want, DataType::BFLOAT16, {0, 0.08},
                 "addmm");
    EXPECT_THAT(thrown([&] { (void)addmm(c, a, b, 0.f); }),
                HasSubstr("alpha parameter cannot be 0"));
    EXPECT_THAT(thrown([&] { (void)addmm(a, a, b); }),
                HasSubstr("input_tensor must have shape matching one of result of"));
    const Tensor row = make(Shape({64})), column = make(Shape({64}));
    const Case dot{Shape({1, 64}), Shape({64, 1}), Shape({1, 1})};
    const Tensor scalar = matmul(row, column);
    EXPECT_EQ(scalar.logical_shape(), Shape(std::initializer_list<std::uint32_t>{}));
    expect_close(values_of(scalar), product(values_of(row), values_of(column), dot),
                 DataType::BFLOAT16, {0, 0.05}, "dot product");
    EXPECT_EQ(matmul(a, column).logical_shape(), Shape({40}));
    EXPECT_EQ(matmul(row, b).logical_shape(), Shape({50}));
}

using namespace operations::matmul;
using Reuse = MatmulMultiCoreReuseProgramConfig;
using Cast2D = MatmulMultiCoreReuseMultiCastProgramConfig;
using Cast1D = MatmulMultiCoreReuseMultiCast1DProgramConfig;

// The inner block and the sub-block, then what a core has.
Cast1D along(bool in0, CoreCoord grid, std::array<std::size_t, 3> block,
             std::array<std::size_t, 2> core, const OptionalActivation& activation = {}) {
    Cast1D config;
    config.compute_with_storage_grid_size = grid;
    config.in0_block_w = block[0];
    config.out_subblock_h = block[1];
    config.out_subblock_w = block[2];
    config.per_core_M = core[0];
    config.per_core_N = core[1];
    config.fuse_batch = true;
    config.fused_activation = activation;
    config.mcast_in0 = in0;
    return config;
}

// A product with everything that may be asked for beside it.
struct Way {
    std::string name;
    Case c;
    std::optional<const MatmulProgramConfig> config = {};
    bool transpose_a = false, bias = false;
    std::optional<const MemoryConfig> memory_a = {}, memory_out = {};
    std::optional<const DeviceComputeKernelConfig> compute = {};
    bool relu = false;
};

Doubles turned(const Doubles& x, std::size_t rows, std::size_t columns) {
    Doubles out(x.size());
    for (std::size_t i = 0; i < x.size(); i++) {
        const std::size_t in = i % (rows * columns), base = i - in;
        out[base + in % columns * rows + in / columns] = x[i];
    }
    return out;
}

void check_way(const Way& way, DataType type, MeshDevice& device) {
    std::mt19937 random(11);
    const auto values = [&](const Shape& shape) {
        return draw(random, shape.volume(), -1, 1, false);
    };
    const Shape stored = way.transpose_a ? Shape({way.c.a[-1], way.c.a[-2]}) : way.c.a;
    const Tensor a = tensor_of(
        values(stored),
        spec_of(stored, type, Layout::TILE, way.memory_a ? *way.memory_a : MemoryConfig{}),
        &device);
    const Tensor b = tensor_of(values(way.c.b), spec_of(way.c.b, type), &device);
    std::optional<const Tensor> bias;
    if (way.bias)
        bias.emplace(tensor_of(values(Shape({1, way.c.out[-1]})),
                               spec_of(Shape({1, way.c.out[-1]}), type), &device));
    const Tensor out = linear(a, b, bias, way.transpose_a, way.c.turned, way.memory_out,
                              std::nullopt, way.config, std::nullopt, way.compute);
    EXPECT_EQ(out.is_sharded(), way.memory_out.has_value());
    Doubles left = values_of(a);
    if (way.transpose_a) left = turned(left, stored[-2], stored[-1]);
    Doubles want = product(left, values_of(b), way.c);
    const Doubles row = bias ? values_of(*bias) : Doubles{};
    for (std::size_t i = 0; i < want.size(); i++) {
        if (bias) want[i] += row[i % row.size()];
        if (way.relu) want[i] = std::max(want[i], 0.0);
    }
    const double terms = std::sqrt(static_cast<double>(way.c.a[-1]));
    expect_close(values_of(out), want, type, {0, terms * 6e-3}, way.name);
}

TEST_F(Matmul, ProgramConfigurations) {
    const Case flat{Shape({128, 192}), Shape({192, 256}), Shape({128, 256})};
    const Case batch{Shape({2, 3, 64, 128}), Shape({2, 3, 128, 96}), Shape({2, 3, 64, 96})};
    const Case spread{Shape({3, 64, 128}), Shape({128, 96}), Shape({3, 64, 96})};
    const Case broad{Shape({64, 512}), Shape({512, 288}), Shape({64, 288})};
    const Case high{Shape({288, 512}), Shape({512, 64}), Shape({288, 64})};
    const Case transposed_b{Shape({128, 192}), Shape({256, 192}), Shape({128, 256}), true};
    const auto cores = [](std::size_t x, std::size_t y) {
        return CoreRangeSet(CoreRange({0, 0}, {x - 1, y - 1}));
    };
    const MemoryConfig blocks(TensorMemoryLayout::BLOCK_SHARDED, BufferType::L1,
                              tt::tt_metal::ShardSpec(cores(2, 2), {64, 96}));
    const MemoryConfig wide(TensorMemoryLayout::WIDTH_SHARDED, BufferType::L1,
                            tt::tt_metal::ShardSpec(cores(3, 1), {128, 64}));
    const MemoryConfig tall(TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                            tt::tt_metal::ShardSpec(cores(4, 1), {32, 192}));
    const OptionalActivation relu = UnaryWithParam(UnaryOpType::RELU);
    const ComputeKernelConfig spill{.math_fidelity = tt::tt_metal::MathFidelity::HiFi4,
                                    .packer_l1_acc = false};
    const ComputeKernelConfig sums32{.math_fidelity = tt::tt_metal::MathFidelity::HiFi4,
                                     .fp32_dest_acc_en = true,
                                     .packer_l1_acc = true};
    const Cast2D two{{2, 2}, 2, 2, 2, 2, 4, 2, 4, false, {}};
    const Cast2D thirds{{2, 2}, 3, 2, 2, 2, 4, 2, 4, false, {}};
    const Cast2D cut{{2, 2}, 1, 1, 2, 1, 2, 2, 4, false, {}};
    const Cast2D mirrored{{2, 4}, 3, 2, 1, 0, 0, 2, 2, true, relu};
    const Cast1D in0 = along(true, {4, 2}, {2, 2, 1}, {4, 1});
    const Cast1D part = along(true, {3, 2}, {2, 1, 2}, {4, 2}, relu);
    const Cast1D in1 = along(false, {2, 2}, {2, 1, 4}, {1, 8});
    // Nine cores have parts, and all sixteen send blocks.
    const Cast1D helped0 = along(true, {8, 2}, {1, 2, 1}, {2, 1});
    const Cast1D helped1 = along(false, {8, 2}, {1, 1, 2}, {1, 2});
    const std::vector<Way> ways = {
        {"2D", flat, two},
        {"2D with two units", flat, cut},
        {"2D with a bias", flat, two, false, true},
        {"2D with two units and a bias", flat, cut, false, true},
        {"2D transposed", flat, mirrored, false, false, {}, {}, {}, true},
        {"2D transposed, bias, activation", flat, mirrored, false, true, {}, {}, {}, true},
        {"2D, transpose_a", flat, two, true},
        {"2D, transpose_a, spill", flat, two, true, false, {}, {}, spill},
        {"2D, transpose_b", transposed_b, two},
        {"2D, block sharded", flat, thirds, false, false, blocks, L1_BLOCK_SHARDED_MEMORY_CONFIG},
        {"2D, spill and reload", flat, cut, false, true, {}, {}, spill},
        {"2D, 32-bit sums",
         flat,
         Cast2D{{2, 2}, 2, 2, 2, 2, 4, 2, 4, false, {}},
         false,
         false,
         {},
         {},
         sums32},
        {"1D, left factor multicast", flat, in0},
        {"1D on part of a rectangle", flat, part, false, true, {}, {}, {}, true},
        {"1D, width sharded", flat, in0, false, false, wide, L1_WIDTH_SHARDED_MEMORY_CONFIG},
        {"1D, right factor multicast", flat, in1, false, true},
        {"1D, height sharded", flat, in1, false, false, tall, L1_HEIGHT_SHARDED_MEMORY_CONFIG},
        {"reuse", batch, Reuse{{3, 2}, 2, 1, 3, 2, 3}},
        {"reuse, one right factor", spread, Reuse{{3, 2}, 4, 2, 3, 2, 3}},
        {"2D, fused batch", spread, Cast2D{{3, 3}, 2, 2, 1, 0, 0, 2, 1, false, {}}},
        {"2D, batch by batch", spread, Cast2D{{3, 3}, 2, 1, 1, 0, 0, 1, 1, false, {}, false}},
        {"simple", flat, MatmulMultiCoreProgramConfig{}},
        {"chosen, transpose_a", flat, std::nullopt, true},
        {"chosen, odd shape and bias",
         {Shape({70, 100}), Shape({100, 45}), Shape({70, 45})},
         std::nullopt,
         false,
         true},
        {"chosen, tall", {Shape({2048, 32}), Shape({32, 32}), Shape({2048, 32})}, std::nullopt},
        {"chosen, square", {Shape({512, 256}), Shape({256, 512}), Shape({512, 512})}, std::nullopt},
        {"in0, with cores that only send", broad, helped0, false, false, {}, {}, sums32},
        {"in1, with cores that only send", high, helped1, false, false, {}, {}, sums32}};
    for (const Way& way : ways) check_way(way, DataType::BFLOAT16, device());
    for (const std::size_t i : {std::size_t(3), std::size_t(6), std::size_t(12)})
        check_way(ways[i], DataType::BFLOAT8_B, device());
}

// Blocks are chosen so that the result has room beside them.
TEST_F(Matmul, ChosenBesideTheResult) {
    const auto grid = device().compute_with_storage_grid_size();
    const auto rows = static_cast<std::uint32_t>(grid.y) * 10 * 32;
    const auto columns = static_cast<std::uint32_t>(grid.x) * 24 * 32;
    const auto make = [&](const Shape& shape) {
        return tensor_of(Doubles(shape.volume(), 0.5), spec_of(shape, DataType::BFLOAT16),
                         &device());
    };
    const Tensor out = matmul(make(Shape({rows, 64})), make(Shape({64, columns})), false, false,
                              L1_BLOCK_SHARDED_MEMORY_CONFIG);
    EXPECT_EQ(values_of(out), Doubles(std::size_t{rows} * columns, 16));
}

TEST_F(Matmul, DramSharded) {
    const int banks = device().num_dram_channels();
    const auto n = static_cast<std::uint32_t>(banks) * 64;
    const MemoryConfig in(
        TensorMemoryLayout::WIDTH_SHARDED, BufferType::L1,
        tt::tt_metal::ShardSpec(CoreRangeSet(CoreRange({0, 0}, {3, 0})), {32, 64}));
    const MemoryConfig weights(
        TensorMemoryLayout::WIDTH_SHARDED, BufferType::DRAM,
        tt::tt_metal::ShardSpec(
            CoreRangeSet(CoreRange({0, 0}, {static_cast<std::size_t>(banks) - 1, 0})), {256, 64}));
    std::mt19937 random(5);
    const Case c{Shape({32, 256}), Shape({256, n}), Shape({32, n})};
    const Tensor a = tensor_of(draw(random, c.a.volume(), -1, 1, false),
                               spec_of(c.a, DataType::BFLOAT16, Layout::TILE, in), &device());
    const Tensor b = tensor_of(draw(random, c.b.volume(), -1, 1, false),
                               spec_of(c.b, DataType::BFLOAT16, Layout::TILE, weights), &device());
    const MatmulProgramConfig config =
        MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig{2, 1, 2, {}};
    const Tensor out =
        matmul(a, b, false, false, L1_WIDTH_SHARDED_MEMORY_CONFIG, std::nullopt, config);
    expect_close(values_of(out), product(values_of(a), values_of(b), c), DataType::BFLOAT16,
                 {0, 0.1}, "DRAM sharded");
}

TEST_F(Matmul, RulesOfConfigurations) {
    const auto make = [&](const Shape& shape) {
        return tensor_of(Doubles(shape.volume(), 1), spec_of(shape, DataType::BFLOAT16), &device());
    };
    const Tensor a = make(Shape({64, 128})), b = make(Shape({128, 64}));
    const auto message = [&](const MatmulProgramConfig& config) {
        return thrown(
            [&] { (void)matmul(a, b, false, false, std::nullopt, std::nullopt, config); });
    };
    EXPECT_THAT(message(Cast2D{{2, 2}, 3, 1, 1, 1, 1, 1, 1, false, {}}),
                HasSubstr("Kt (4) must be divisible by in0_block_w (3)"));
    EXPECT_THAT(message(Cast2D{{2, 2}, 2, 1, 1, 2, 1, 1, 1, false, {}}),
                HasSubstr("per_core_M (1) must be divisible by out_block_h (2)"));
    EXPECT_THAT(message(Cast2D{{2, 2}, 2, 3, 1, 2, 2, 2, 2, false, {}}),
                HasSubstr("out_block_h (2) must be divisible by out_subblock_h (3)"));
    EXPECT_THAT(message(Cast2D{{2, 2}, 2, 0, 1, 2, 2, 2, 2, false, {}}),
                HasSubstr("out_subblock_h is 0"));
    EXPECT_THAT(message(Cast2D{{1, 1}, 2, 4, 4, 4, 4, 4, 4, false, {}}),
                HasSubstr("must be at most 8"));
    EXPECT_THAT(message(Cast2D{{1, 2}, 2, 1, 1, 1, 1, 1, 1, false, {}}),
                HasSubstr("must be at most the 1 columns of the grid"));
    EXPECT_THAT(message(Cast2D{{99, 2}, 2, 1, 1, 1, 1, 1, 1, false, {}}),
                HasSubstr("compute_with_storage_grid_size is 99x2"));
    EXPECT_THAT(message(along(true, {2, 1}, {2, 1, 1}, {1, 1})),
                HasSubstr("with mcast_in0 it must be all of M, 2 tiles"));
    EXPECT_THAT(message(along(true, {1, 1}, {2, 1, 1}, {2, 1})), HasSubstr("at most the 1 cores"));
    EXPECT_THAT(message(Reuse{{1, 1}, 2, 1, 1, 2, 1}), HasSubstr("it must be all of N, 2 tiles"));
    EXPECT_THAT(message(MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig{2, 2, 2, {}}),
                HasSubstr("must be width sharded in L1"));
    const MatmulProgramConfig plain = Reuse{{1, 1}, 4, 1, 1, 2, 2};
    EXPECT_THAT(thrown([&] {
                    (void)linear(a, b, make(Shape({32, 64})), false, false, std::nullopt,
                                 std::nullopt, plain);
                }),
                HasSubstr("padded second last dimension of bias, 32, not equal to expected bias "
                          "height, 64"));
    EXPECT_THAT(thrown([&] {
                    (void)matmul(a, b, false, false, std::nullopt, std::nullopt, plain,
                                 std::nullopt, std::nullopt, CoreGrid(1, 1));
                }),
                HasSubstr("core_grid and program_config exclude each other"));
}

}  // namespace
}  // namespace ttnn::test

// Every row of the element-wise tables against its reference.
#include <algorithm>

#include "harness.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/table.hpp"

namespace ttnn::test {
namespace {

std::string text(std::string_view name, const TensorSpec& spec) {
    return fmt::format("{} of {} {} {} {}", name, spec.logical_shape(), spec.data_type(),
                       spec.layout(), spec.memory_config());
}

// One real type for each chip and, where the row has them, one of the integers.
template <typename Row>
std::vector<DataType> types_for(const Row& row, unsigned seed) {
    std::vector<DataType> types;
    if (row.takes(DataType::BFLOAT16)) types.push_back(kReals[seed % std::size(kReals)]);
    for (const DataType type : kIntegers)
        if (row.takes(type)) types.push_back(type);
    if (types.size() > 2) types = {types[0], types[1 + seed % (types.size() - 1)]};
    return types;
}

double low_for(double low, DataType type) {
    return type == DataType::UINT32 || type == DataType::UINT16 ? std::max(low, 0.0) : low;
}

class Unary : public OnDevice {};
class Binary : public OnDevice {};

void check_unary(const table::UnaryRow& row, const TensorSpec& spec, std::mt19937& random,
                 MeshDevice& device) {
    const DataType type = spec.data_type();
    const Tensor in = tensor_of(
        draw_for(random, type, spec.logical_shape().volume(), low_for(row.low, type), row.high),
        spec, &device);
    const Tensor out = table::run(row, in, row.sample);
    EXPECT_EQ(out.tensor_spec(), in.tensor_spec());
    Doubles want = values_of(in);
    for (double& x : want) x = row.reference(x, row.sample.data());
    expect_close(values_of(out), want, spec.data_type(), {row.relative, row.absolute},
                 text(row.name, spec));
}

TEST_F(Unary, EveryRow) {
    unsigned next = chip_seed();
    for (const table::UnaryRow& row : table::unary()) {
        const unsigned seed = next++;
        if (!is_mine(row.name)) continue;
        std::mt19937 random(seed);
        for (const DataType type : types_for(row, seed)) {
            const Shape& shape = shapes()[seed % shapes().size()];
            for (const Shape& one : {Shape({3, 40, 70}), shape})
                check_unary(row, draw_spec(random, shape_for(one, type), type), random, device());
        }
    }
}

TEST_F(Unary, EveryShapeTypeAndLayout) {
    const auto row = std::ranges::find(table::unary(), "neg", &table::UnaryRow::name);
    std::mt19937 random(5);
    for (const Shape& shape : shapes())
        for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32, DataType::INT32})
            for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR})
                check_unary(*row, spec_of(shape, type, layout), random, device());
    check_unary(*row, spec_of(Shape({64, 96}), DataType::BFLOAT8_B), random, device());
}

TEST_F(Unary, ParametersAreWrittenAtEveryCall) {
    const Tensor in = tensor_of({-2, -1, 0, 3}, spec_of(Shape({4}), DataType::FLOAT32), &device());
    EXPECT_EQ(values_of(leaky_relu(in, 0.5f)), (Doubles{-1, -0.5, 0, 3}));
    const std::size_t entries = device().num_program_cache_entries();
    EXPECT_EQ(values_of(leaky_relu(in, 0.25f)), (Doubles{-0.5, -0.25, 0, 3}));
    EXPECT_EQ(device().num_program_cache_entries(), entries);
}

TEST_F(Unary, OperationsThatAreNoRows) {
    const Doubles x{-3, -1, -0.25, 0, 0.5, 1, 2, 4};
    const Tensor in = tensor_of(x, spec_of(Shape({8}), DataType::FLOAT32), &device());
    const auto close = [&](const Tensor& got, const std::function<double(double)>& f,
                           const char* what) {
        Doubles want = x;
        for (double& v : want) v = f(v);
        expect_close(values_of(got), want, DataType::FLOAT32, {1e-2, 1e-2}, what);
    };
    close(gelu(in), [](double v) { return 0.5 * v * std::erfc(-v / std::sqrt(2.0)); }, "gelu");
    close(sigmoid(in), [](double v) { return 1 / (1 + std::exp(-v)); }, "sigmoid");
    close(tanh(in), [](double v) { return std::tanh(v); }, "tanh");
    close(softplus(in), [](double v) { return std::log1p(std::exp(v)); }, "softplus");
    close(round(in), [](double v) { return std::nearbyint(v); }, "round");
    close(
        hardswish(in), [](double v) { return v * std::clamp(v / 6 + 0.5, 0.0, 1.0); }, "hardswish");
    close(fill(in, 2.5f), [](double) { return 2.5; }, "fill");
    close(
        unary_chain(in,
                    {operations::unary::UnaryOpType::ABS, operations::unary::UnaryOpType::SQRT}),
        [](double v) { return std::sqrt(std::abs(v)); }, "unary_chain");
}

TEST_F(Unary, BadInputIsRefused) {
    using testing::HasSubstr;
    const TensorSpec spec = spec_of(Shape({32, 32}), DataType::BFLOAT16);
    const Tensor host = tensor_of(Doubles(1024), spec, nullptr);
    EXPECT_THAT(thrown([&] { (void)exp(host); }), HasSubstr("need to be on device"));
    Tensor gone = tensor_of(Doubles(1024), spec, &device());
    gone.deallocate();
    EXPECT_THAT(thrown([&] { (void)exp(gone); }), HasSubstr("Tensor is not allocated"));
    const Tensor whole =
        tensor_of(Doubles(1024), spec_of(Shape({32, 32}), DataType::INT32), &device());
    EXPECT_THAT(thrown([&] { (void)exp(whole); }),
                HasSubstr("exp: data type DataType::INT32 is not supported"));
    const Tensor other =
        tensor_of(Doubles(64), spec_of(Shape({64}), DataType::BFLOAT16), &device());
    const Tensor one = tensor_of(Doubles(1024), spec, &device());
    EXPECT_THAT(thrown([&] { (void)exp(one, false, std::nullopt, other); }),
                HasSubstr("the preallocated output has shape"));
}

// Reference of a broadcast pair.
Doubles reference(const table::BinaryRow& row, const Tensor& a, const Tensor& b,
                  const Shape& shape) {
    const Doubles x = values_of(a), y = values_of(b);
    const auto place = [&](const Shape& of, std::size_t i) {
        std::size_t at = 0, stride = 1;
        for (std::size_t d = 1; d <= shape.rank(); d++) {
            const int from_end = -static_cast<int>(d);
            const std::size_t index = i % shape[from_end];
            i /= shape[from_end];
            if (d > of.rank()) continue;
            if (of[from_end] != 1) at += index * stride;
            stride *= of[from_end];
        }
        return at;
    };
    Doubles want(shape.volume());
    for (std::size_t i = 0; i < want.size(); i++)
        want[i] = row.reference(x[place(a.logical_shape(), i)], y[place(b.logical_shape(), i)]);
    return want;
}

struct Pair {
    Shape a, b, out;
};

void check_binary(const table::BinaryRow& row, const Pair& pair, DataType type_a, DataType type_b,
                  std::mt19937& random, MeshDevice& device) {
    const TensorSpec spec_a = draw_spec(random, pair.a, type_a);
    const TensorSpec spec_b = draw_spec(random, pair.b, type_b);
    const Tensor a =
        tensor_of(draw_for(random, type_a, pair.a.volume(), low_for(row.low_a, type_a), row.high_a),
                  spec_a, &device);
    const Tensor b =
        tensor_of(draw_for(random, type_b, pair.b.volume(), low_for(row.low_b, type_b), row.high_b),
                  spec_b, &device);
    const Tensor out = table::run(row, a, b);
    ASSERT_EQ(out.logical_shape(), pair.out);
    Doubles want = reference(row, a, b, pair.out);
    const double wrap = type_a == DataType::UINT32 ? 4294967296.0 : 65536.0;
    if (type_a == DataType::UINT32 || type_a == DataType::UINT16)
        for (double& v : want) v -= std::floor(v / wrap) * wrap;
    expect_close(values_of(out), want, type_a, {row.relative, row.absolute},
                 text(row.name, spec_a) + " and" + text("", spec_b));
}

TEST_F(Binary, EveryRow) {
    unsigned next = chip_seed();
    for (const table::BinaryRow& row : table::binary()) {
        const unsigned seed = next++;
        if (!is_mine(row.name)) continue;
        std::mt19937 random(seed);
        for (const DataType type : types_for(row, seed)) {
            const Shape plain = shape_for(Shape({2, 40, 70}), type);
            check_binary(row, {plain, plain, plain}, type, type, random, device());
            // A number instead of a tensor, of one of the types.
            const auto types = types_for(row, seed);
            if (type != types[seed / 2 % types.size()]) continue;
            const bool whole = !tt::tt_metal::is_floating_point(type);
            const double number = whole ? 3 : 0.75;
            const Tensor a =
                tensor_of(draw_for(random, type, 112, low_for(row.low_a, type), row.high_a),
                          spec_of(Shape({112}), type), &device());
            Doubles want = values_of(a);
            for (double& x : want) x = row.reference(x, number);
            if (type == DataType::UINT32 || type == DataType::UINT16) continue;
            const auto scalar = whole ? operations::unary::ScalarVariant(3)
                                      : operations::unary::ScalarVariant(0.75f);
            expect_close(values_of(table::run(row, a, scalar)), want, type,
                         {row.relative, row.absolute}, fmt::format("{} with a number", row.name));
        }
    }
}

TEST_F(Binary, Broadcasting) {
    const auto add_row = std::ranges::find(table::binary(), "subtract", &table::BinaryRow::name);
    const std::vector<Pair> pairs{
        {Shape({40, 70}), Shape({1, 70}), Shape({40, 70})},
        {Shape({40, 70}), Shape({40, 1}), Shape({40, 70})},
        {Shape({40, 70}), Shape({1}), Shape({40, 70})},
        {Shape({1, 70}), Shape({40, 1}), Shape({40, 70})},
        {Shape({70}), Shape({2, 3, 40, 1}), Shape({2, 3, 40, 70})},
        {Shape({2, 1, 33, 5}), Shape({1, 3, 33, 5}), Shape({2, 3, 33, 5})},
        {Shape({2, 3, 1, 1}), Shape({33, 65}), Shape({2, 3, 33, 65})},
        {Shape({}), Shape({33, 65}), Shape({33, 65})},
        {Shape({2, 1, 2, 1, 3, 4}), Shape({3, 1, 5, 1, 1}), Shape({2, 3, 2, 5, 3, 4})},
        {Shape({0, 4}), Shape({1, 4}), Shape({0, 4})}};
    std::mt19937 random(3);
    for (const Pair& pair : pairs)
        for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32, DataType::INT32})
            check_binary(*add_row, pair, type, type, random, device());
}

TEST_F(Binary, MixedTypesAndResultTypes) {
    const auto row = std::ranges::find(table::binary(), "multiply", &table::BinaryRow::name);
    const Shape shape({40, 70});
    std::mt19937 random(3);
    const std::pair<DataType, DataType> types[] = {{DataType::BFLOAT16, DataType::FLOAT32},
                                                   {DataType::FLOAT32, DataType::BFLOAT16},
                                                   {DataType::BFLOAT8_B, DataType::BFLOAT16},
                                                   {DataType::BFLOAT16, DataType::BFLOAT8_B},
                                                   {DataType::BFLOAT8_B, DataType::BFLOAT8_B}};
    for (const auto& [a, b] : types)
        check_binary(*row, {shape, shape, shape}, a, b, random, device());
    const Tensor a = tensor_of({1.5, 2.5}, spec_of(Shape({2}), DataType::BFLOAT16), &device());
    const Tensor out = multiply(a, 3.0f, DataType::FLOAT32);
    EXPECT_EQ(out.dtype(), DataType::FLOAT32);
    EXPECT_EQ(values_of(out), (Doubles{4.5, 7.5}));
    EXPECT_EQ(values_of(gt(a, 2.0f, DataType::INT32)), (Doubles{0, 1}));
}

TEST_F(Binary, InPlaceAliasesAndOutputs) {
    const TensorSpec spec = spec_of(Shape({2}), DataType::FLOAT32);
    const Tensor x = tensor_of({2, 3}, spec, &device()), y = tensor_of({5, 7}, spec, &device());
    for (int i = 0; i < 2; i++) {
        EXPECT_EQ(values_of(multiply(x, y)), (Doubles{10, 21}));
        EXPECT_EQ(values_of(multiply(x, x)), (Doubles{4, 9}));
        EXPECT_EQ(values_of(multiply(y, y)), (Doubles{25, 49}));
        EXPECT_EQ(values_of(multiply(y, x)), (Doubles{10, 21}));
    }
    const Tensor into = tensor_of({0, 0}, spec, &device());
    const Tensor out = add(x, y, std::nullopt, std::nullopt, into);
    EXPECT_EQ(out.buffer()->address(), into.buffer()->address());
    EXPECT_EQ(values_of(into), (Doubles{7, 10}));
    EXPECT_EQ(values_of(subtract_(x, y)), (Doubles{-3, -4}));
    EXPECT_EQ(values_of(x), (Doubles{-3, -4}));
    EXPECT_EQ(values_of(add_(x, 1.0f)), (Doubles{-2, -3}));
    EXPECT_EQ(values_of(x + y), (Doubles{3, 4}));
}

TEST_F(Binary, Activations) {
    using operations::unary::EltwiseUnaryWithParam;
    using enum operations::unary::UnaryOpType;
    const TensorSpec spec = spec_of(Shape({3}), DataType::FLOAT32);
    const Tensor x = tensor_of({-2, 3, -5}, spec, &device());
    const Tensor y = tensor_of({4, -9, 1}, spec, &device());
    const std::vector<EltwiseUnaryWithParam> relu_after{EltwiseUnaryWithParam(RELU)};
    const std::vector<EltwiseUnaryWithParam> abs_first{EltwiseUnaryWithParam(ABS)};
    const Tensor out = add(x, y, std::nullopt, std::nullopt, std::nullopt, relu_after, abs_first);
    EXPECT_EQ(values_of(out), (Doubles{6, 0, 6}));
    (void)add_(x, y, relu_after);
    EXPECT_EQ(values_of(x), (Doubles{2, 0, 0}));
}

TEST_F(Binary, OutputsOfOtherTypes) {
    const Tensor x = tensor_of({1, 2, 3}, spec_of(Shape({3}), DataType::BFLOAT16), &device());
    for (const DataType type : {DataType::UINT32, DataType::UINT16, DataType::FLOAT32}) {
        const Tensor into = tensor_of({9, 9, 9}, spec_of(Shape({3}), type), &device());
        (void)gt(x, 1.5f, std::nullopt, std::nullopt, into);
        EXPECT_EQ(values_of(into), (Doubles{0, 1, 1}));
    }
}

TEST_F(Binary, BadInputIsRefused) {
    using testing::HasSubstr;
    const auto make = [&](const Shape& shape, DataType type) {
        return tensor_of(Doubles(shape.volume()), spec_of(shape, type), &device());
    };
    const Tensor a = make(Shape({32, 32}), DataType::BFLOAT16);
    EXPECT_THAT(thrown([&] { (void)add(a, make(Shape({32, 31}), DataType::BFLOAT16)); }),
                HasSubstr("Broadcasting rule violation for rank -1"));
    EXPECT_THAT(thrown([&] { (void)add(a, make(Shape({32, 32}), DataType::INT32)); }),
                HasSubstr("Mixed dtype is not supported"));
    EXPECT_THAT(thrown([&] { (void)gcd(a, a); }),
                HasSubstr("is not supported for binary operation gcd"));
    EXPECT_THAT(thrown([&] {
                    (void)add(a, a, std::nullopt, std::nullopt, std::nullopt, {}, {}, {},
                              CoreRangeSet(CoreRange({0, 0}, {0, 0})),
                              tt::tt_metal::SubDeviceId(0));
                }),
                HasSubstr("Cannot specify both"));
    EXPECT_THAT(thrown([&] { (void)add(a, a, DataType::FLOAT32, std::nullopt, a); }),
                HasSubstr("dtypes should match"));
}

}  // namespace
}  // namespace ttnn::test

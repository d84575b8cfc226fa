// Every row of the table of normalisations against its reference, and their other forms.
#include <algorithm>

#include "harness.hpp"
#include "ttnn/operations/loss/loss.hpp"
#include "ttnn/operations/normalization/batch_norm/batch_norm.hpp"
#include "ttnn/operations/normalization/layernorm/layernorm.hpp"
#include "ttnn/operations/normalization/rmsnorm/rmsnorm.hpp"
#include "ttnn/operations/normalization/softmax/softmax.hpp"
#include "ttnn/table.hpp"

namespace ttnn::test {
namespace {

class Normalization : public OnDevice {};

// Lines along one dimension, changed in place.
void for_lines(Doubles& values, const Shape& shape, int dim,
               const std::function<void(std::span<double>)>& f) {
    if (shape.rank() == 0) return f(values);
    std::size_t stride = 1;
    for (int d = dim + 1; d < 0; d++) stride *= shape[d];
    const std::size_t length = shape[dim];
    Doubles line(length);
    for (std::size_t i = 0; i < values.size(); i++) {
        if (i / stride % length != 0) continue;
        for (std::size_t k = 0; k < length; k++) line[k] = values[i + k * stride];
        f(line);
        for (std::size_t k = 0; k < length; k++) values[i + k * stride] = line[k];
    }
}

void check(const table::LineRow& row, const TensorSpec& spec, int dim, std::mt19937& random,
           MeshDevice& device) {
    const Shape& shape = spec.logical_shape();
    const Tensor in =
        tensor_of(draw(random, shape.volume(), row.low, row.high, false), spec, &device);
    const Tensor out = row.run(in, dim);
    EXPECT_EQ(out.tensor_spec(), spec);
    Doubles want = values_of(in);
    for_lines(want, shape, dim, row.reference);
    expect_close(values_of(out), want, spec.data_type(), {row.relative, row.absolute},
                 fmt::format("{} of {} {} {} along {}", row.name, shape, spec.data_type(),
                             spec.layout(), dim));
}

TEST_F(Normalization, EveryRow) {
    unsigned next = chip_seed();
    for (const table::LineRow& row : table::normalizations()) {
        unsigned seed = next;
        next += static_cast<unsigned>(shapes().size());
        if (!is_mine(row.name)) continue;
        std::mt19937 random(seed);
        for (const Shape& shape : shapes()) {
            if (shape.volume() == 0) continue;
            const int rank = std::max(1, static_cast<int>(shape.rank()));
            const int dim = row.last_dim_only ? -1 : -1 - static_cast<int>(seed) % rank;
            const DataType type = kReals[seed % 3];
            const bool rows = seed % 4 == 0 && type != DataType::BFLOAT8_B;
            check(
                row,
                spec_of(shape, type, rows ? Layout::ROW_MAJOR : Layout::TILE, memories()[seed % 2]),
                dim, random, device());
            seed++;
        }
    }
}

// Lines that CBs hold, and lines that they do not.
TEST_F(Normalization, LongLines) {
    std::mt19937 random(3);
    for (const table::LineRow& row : table::normalizations()) {
        check(row, spec_of(Shape({40, 2100}), DataType::BFLOAT16), -1, random, device());
        check(row, spec_of(Shape({33, 9000}), DataType::FLOAT32), -1, random, device());
    }
}

Doubles soft(Doubles values, const Shape& shape) {
    const auto row = std::ranges::find(table::normalizations(), "softmax", &table::LineRow::name);
    for_lines(values, shape, -1, row->reference);
    return values;
}

TEST_F(Normalization, MasksOfSoftmax) {
    std::mt19937 random(4);
    const Shape shape({2, 3, 64, 96});
    for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32}) {
        for (const bool causal : {false, true}) {
            const Shape mask_shape = causal ? Shape({2, 1, 64, 96}) : Shape({2, 1, 1, 96});
            const Tensor x = tensor_of(draw(random, shape.volume(), -4, 4, false),
                                       spec_of(shape, type), &device());
            const Tensor mask = tensor_of(draw(random, mask_shape.volume(), -3, 3, false),
                                          spec_of(mask_shape, DataType::BFLOAT16), &device());
            Doubles want = values_of(x);
            const Doubles m = values_of(mask);
            for (std::size_t i = 0; i < want.size(); i++) {
                const std::size_t batch = i / (3 * 64 * 96), column = i % 96, row = i / 96 % 64;
                want[i] = 0.5 * want[i] +
                          m[causal ? (batch * 64 + row) * 96 + column : batch * 96 + column];
            }
            want = soft(want, shape);
            expect_close(values_of(scale_mask_softmax(x, 0.5f, mask, std::nullopt, causal)), want,
                         type, {1e-5, 1e-6}, causal ? "causal mask" : "mask");
            const Tensor same =
                scale_mask_softmax_in_place(x, 0.5f, mask, SoftmaxDefaultProgramConfig{}, causal);
            EXPECT_EQ(same.buffer()->address(), x.buffer()->address());
            expect_close(values_of(x), want, type, {1e-5, 1e-6}, "in place");
        }
    }
}

// What fills up a line is minus the mean, and would share its exponent with the results.
TEST_F(Normalization, BlocksOfShortLinesFarFromZero) {
    const Tensor x =
        tensor_of({1000, 1008, 1000, 992}, spec_of(Shape({2, 2}), DataType::BFLOAT8_B), &device());
    EXPECT_EQ(values_of(layer_norm(x, 1e-12F)), (Doubles{-1, 1, 1, -1}));
}

TEST_F(Normalization, SoftmaxOfWhatIsFarApart) {
    const Tensor x =
        tensor_of({1000, 0, -INFINITY, 1000}, spec_of(Shape({1, 4}), DataType::FLOAT32), &device());
    EXPECT_EQ(values_of(softmax(x)), (Doubles{0.5, 0, 0, 0.5}));
    const Tensor small = tensor_of({0, 0}, spec_of(Shape({1, 2}), DataType::FLOAT32), &device());
    EXPECT_EQ(values_of(softmax(small, -1, std::nullopt, std::nullopt, false)),
              (Doubles{0.5, 0.5}));
}

TEST_F(Normalization, WeightsAndResiduals) {
    std::mt19937 random(6);
    for (const std::uint32_t width : {96u, 70u, 9000u}) {
        const Shape shape({2, 33, width});
        const auto type = width == 96 ? DataType::BFLOAT16 : DataType::FLOAT32;
        const auto make = [&](const Shape& of, Layout layout = Layout::TILE) {
            return tensor_of(draw(random, of.volume(), -2, 2, false),
                             spec_of(of, DataType::BFLOAT16, layout), &device());
        };
        const Tensor x =
            tensor_of(draw(random, shape.volume(), -2, 2, false), spec_of(shape, type), &device());
        const Tensor residual = make(shape), weight = make(Shape({1, width}));
        const Tensor bias = make(Shape({width}), Layout::ROW_MAJOR);
        const Doubles r = values_of(residual), w = values_of(weight), b = values_of(bias);
        for (const std::string_view name : {"layer_norm", "rms_norm"}) {
            Doubles want = values_of(x);
            for (std::size_t i = 0; i < want.size(); i++) want[i] += r[i];
            for_lines(
                want, shape, -1,
                std::ranges::find(table::normalizations(), name, &table::LineRow::name)->reference);
            for (std::size_t i = 0; i < want.size(); i++)
                want[i] = want[i] * w[i % width] + b[i % width];
            const Tensor got = name == "rms_norm" ? rms_norm(x, 1e-5f, weight, bias, residual)
                                                  : layer_norm(x, 1e-5f, weight, bias, residual);
            expect_close(values_of(got), want, type, {1e-4, 1e-4},
                         fmt::format("{} of {}", name, shape));
        }
    }
}

TEST_F(Normalization, Batches) {
    std::mt19937 random(8);
    const Shape shape({2, 3, 33, 20}), channels({1, 3, 1, 1});
    const auto make = [&](const Shape& of, double low, double high) {
        return tensor_of(draw(random, of.volume(), low, high, false),
                         spec_of(of, DataType::FLOAT32), &device());
    };
    const Tensor x = make(shape, -3, 5), mean = make(channels, -1, 1);
    const Tensor var = make(channels, 0.5, 2), weight = make(channels, -2, 2);
    const Tensor bias = make(channels, -2, 2);
    const auto channel = [](std::size_t i) { return i / (33 * 20) % 3; };
    const Doubles v = values_of(x), w = values_of(weight), b = values_of(bias);
    const auto want = [&](const Doubles& m, const Doubles& s) {
        Doubles y = v;
        for (std::size_t i = 0; i < y.size(); i++) {
            const std::size_t c = channel(i);
            y[i] = (y[i] - m[c]) / std::sqrt(s[c] + 1e-5) * w[c] + b[c];
        }
        return y;
    };
    expect_close(values_of(batch_norm(x, mean, var, false, 1e-5f, 0.1f, weight, bias)),
                 want(values_of(mean), values_of(var)), DataType::FLOAT32, {1e-4, 1e-4},
                 "running statistics");
    Doubles m(3), s(3);
    for (std::size_t i = 0; i < v.size(); i++) m[channel(i)] += v[i] / (2 * 33 * 20);
    for (std::size_t i = 0; i < v.size(); i++)
        s[channel(i)] += std::pow(v[i] - m[channel(i)], 2) / (2 * 33 * 20);
    const Doubles before = values_of(mean);
    expect_close(values_of(batch_norm(x, mean, var, true, 1e-5f, 0.1f, weight, bias)), want(m, s),
                 DataType::FLOAT32, {1e-4, 1e-4}, "statistics of the batch");
    Doubles moved(3);
    for (std::size_t c = 0; c < 3; c++) moved[c] = 0.9 * before[c] + 0.1 * m[c];
    expect_close(values_of(mean), moved, DataType::FLOAT32, {1e-5, 1e-5}, "running mean");
    EXPECT_THAT(thrown([&] { (void)batch_norm(x); }),
                testing::HasSubstr("must be defined in evaluation mode"));
}

TEST_F(Normalization, Losses) {
    using enum operations::loss::LossReductionMode;
    const TensorSpec spec = spec_of(Shape({2, 2}), DataType::FLOAT32);
    const Tensor a = tensor_of({1, 2, 3, 4}, spec, &device());
    const Tensor b = tensor_of({2, 0, 3, 1}, spec, &device());
    EXPECT_EQ(values_of(mse_loss(a, b)), (Doubles{1, 4, 0, 9}));
    EXPECT_EQ(values_of(mse_loss(a, b, SUM)), Doubles{14});
    EXPECT_EQ(values_of(l1_loss(a, b, MEAN)), Doubles{1.5});
}

TEST_F(Normalization, BadInputIsRefused) {
    using testing::HasSubstr;
    const Tensor x = tensor_of(Doubles(64), spec_of(Shape({2, 32}), DataType::INT32), &device());
    EXPECT_THAT(thrown([&] { (void)softmax(x); }),
                HasSubstr("softmax: data type DataType::INT32 is not supported"));
    const Tensor y = tensor_of(Doubles(64), spec_of(Shape({2, 32}), DataType::BFLOAT16), &device());
    EXPECT_THAT(thrown([&] { (void)scale_mask_softmax(y, 2.0f); }),
                HasSubstr("a scale without a mask"));
}

}  // namespace
}  // namespace ttnn::test

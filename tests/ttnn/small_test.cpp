// What a chip with a Dst of 16 bits can do, too: a few operations of each kind.
#include <algorithm>

#include "harness.hpp"
#include "movement.hpp"
#include "ttnn/operations/data_movement/concat/concat.hpp"
#include "ttnn/operations/data_movement/permute/permute.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/matmul/matmul.hpp"
#include "ttnn/table.hpp"

namespace ttnn::test {
namespace {

class Small : public OnDevice {
 protected:
    Tensor drawn(const Shape& shape, double low, double high) {
        return tensor_of(draw(random_, shape.volume(), low, high, false),
                         spec_of(shape, DataType::BFLOAT16), &device());
    }
    std::mt19937 random_{5};
};

TEST_F(Small, OneOperand) {
    for (const std::string_view name : {"abs", "exp", "neg", "relu", "sqrt", "square"}) {
        const auto row = std::ranges::find(table::unary(), name, &table::UnaryRow::name);
        const Tensor in = drawn(Shape({3, 40, 70}), row->low, row->high);
        Doubles want = values_of(in);
        for (double& x : want) x = row->reference(x, row->sample.data());
        // Results pass a Dst of 16 bits before they are packed.
        expect_close(values_of(table::run(*row, in, row->sample)), want, DataType::BFLOAT16,
                     {row->relative + 1e-2, row->absolute}, std::string(name));
    }
}

TEST_F(Small, TwoOperands) {
    for (const std::string_view name : {"add", "subtract", "multiply"}) {
        const auto row = std::ranges::find(table::binary(), name, &table::BinaryRow::name);
        const Shape shape({40, 70});
        const Tensor a = drawn(shape, 1, 2), b = drawn(shape, 3, 4);
        Doubles want = values_of(a);
        const Doubles other = values_of(b);
        for (std::size_t i = 0; i < want.size(); i++) want[i] = row->reference(want[i], other[i]);
        expect_close(values_of(table::run(*row, a, b)), want, DataType::BFLOAT16, {1e-2, 0},
                     std::string(name));
    }
}

TEST_F(Small, Movement) {
    const Array in = counted_array(Shape({2, 3, 40, 33}));
    const Tensor tensor = tensor_of(in.values, spec_of(in.shape, DataType::BFLOAT16), &device());
    const Tensor turned = permute(tensor, {0, 1, 3, 2});
    EXPECT_EQ(turned.logical_shape(), Shape({2, 3, 33, 40}));
    expect_array(permute(turned, {0, 1, 3, 2}), in, "permute twice");
    const auto part = [&](int begin, int end) {
        return slice(tensor, ttsl::SmallVector<int>{begin, 0, 0, 0},
                     ttsl::SmallVector<int>{end, 3, 40, 33}, ttsl::SmallVector<int>{1, 1, 1, 1});
    };
    expect_array(concat({part(0, 1), part(1, 2)}, 0), in, "concat of slices");
}

TEST_F(Small, Product) {
    const Tensor a = drawn(Shape({64, 96}), -1, 1), b = drawn(Shape({96, 32}), -1, 1);
    const Doubles x = values_of(a), y = values_of(b);
    Doubles want(64 * 32);
    for (std::size_t i = 0; i < want.size(); i++)
        for (std::size_t k = 0; k < 96; k++) want[i] += x[i / 32 * 96 + k] * y[k * 32 + i % 32];
    expect_close(values_of(matmul(a, b)), want, DataType::BFLOAT16, {0, 0.2}, "matmul");
}

TEST_F(Small, WideDataIsRefusedWhereDstIsNarrow) {
    if (device().arch() != tt::ARCH::GRAYSKULL) GTEST_SKIP() << "Dst has 32 bits here";
    const Tensor wide = tensor_of({1, 2}, spec_of(Shape({2}), DataType::FLOAT32), &device());
    const auto row = std::ranges::find(table::unary(), "neg", &table::UnaryRow::name);
    EXPECT_THAT(thrown([&] { (void)table::run(*row, wide, row->sample); }),
                testing::HasSubstr("data of 32 bits has no place in Dst"));
}

}  // namespace
}  // namespace ttnn::test

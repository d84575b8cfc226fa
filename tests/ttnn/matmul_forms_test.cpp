// Products of attention, activations by name, sub-devices, and what is refused.
#include <algorithm>
#include <array>

#include "harness.hpp"
#include "ttnn/operations/experimental/matmul/attn_matmul/attn_matmul.hpp"
#include "ttnn/operations/experimental/matmul/group_attn_matmul/group_attn_matmul.hpp"
#include "ttnn/operations/matmul/matmul.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;

class MatmulForms : public OnDevice {
 protected:
    static Tensor make(const Shape& shape, double low = -1, double high = 1) {
        return tensor_of(draw(random_, shape.volume(), low, high, false),
                         spec_of(shape, DataType::BFLOAT16), &device());
    }

    static inline std::mt19937 random_{21};
};

// [1, heads, users, k] times the matrix of each user and kv head.
Doubles attended(const Tensor& a, const Tensor& b, std::size_t columns,
                 const std::function<std::size_t(std::size_t user, std::size_t kv, std::size_t k,
                                                 std::size_t n)>& place) {
    const Shape &of_a = a.logical_shape(), &of_b = b.logical_shape();
    const std::size_t heads = of_a[1], users = of_a[2], inner = of_a[3];
    const Doubles x = values_of(a), y = values_of(b);
    Doubles want(heads * users * columns);
    for (std::size_t i = 0; i < want.size(); i++) {
        const std::size_t n = i % columns, user = i / columns % users, head = i / columns / users;
        for (std::size_t k = 0; k < inner; k++)
            want[i] += x[(head * users + user) * inner + k] *
                       y[place(user, head / (heads / of_b[1]), k, n)];
    }
    return want;
}

TEST_F(MatmulForms, Attention) {
    const std::uint32_t users = 3, heads = 4, k = 64, n = 96;
    const Tensor a = make(Shape({1, heads, users, k}));
    for (const std::uint32_t kv : {1u, 2u}) {
        const Tensor b = make(Shape({users, kv, k, n}));
        const Tensor got = kv == 1 ? experimental::attn_matmul(a, b, {8, 8})
                                   : experimental::group_attn_matmul(a, b, {8, 8});
        EXPECT_EQ(got.logical_shape(), Shape({1, heads, users, n}));
        const auto place = [&](std::size_t user, std::size_t head, std::size_t i, std::size_t j) {
            return ((user * kv + head) * k + i) * n + j;
        };
        expect_close(values_of(got), attended(a, b, n, place), DataType::BFLOAT16, {0, 0.06},
                     "attention");
    }
    const Tensor cache = make(Shape({users, 1, 128, k}));
    expect_close(values_of(experimental::attn_matmul_from_cache(a, cache, 40, true, {8, 8})),
                 attended(a, cache, 40,
                          [&](std::size_t user, std::size_t, std::size_t i, std::size_t j) {
                              return (user * 128 + j) * k + i;
                          }),
                 DataType::BFLOAT16, {0, 0.06}, "keys of a cache");
    EXPECT_THAT(
        thrown([&] { (void)experimental::attn_matmul(a, make(Shape({2, 1, k, n})), {8, 8}); }),
        HasSubstr("Num of users must match"));
}

TEST_F(MatmulForms, Activations) {
    const Tensor a = make(Shape({32, 32})), b = make(Shape({32, 32}));
    const Doubles plain = values_of(matmul(a, b));
    const std::pair<const char*, double (*)(double)> rows[] = {
        {"softplus", [](double x) { return std::log1p(std::exp(x)); }},
        {"hardtanh", [](double x) { return std::clamp(x, -1.0, 1.0); }},
        {"sinh", [](double x) { return std::sinh(x); }},
        {"gelu_approx", [](double x) { return x * std::erfc(-x / std::sqrt(2)) / 2; }}};
    for (const auto& [name, function] : rows) {
        Doubles want = plain;
        for (double& x : want) x = function(x);
        expect_close(values_of(matmul(a, b, false, false, std::nullopt, std::nullopt, std::nullopt,
                                      Activation(name))),
                     want, DataType::BFLOAT16, {2e-2, 1e-2}, name);
    }
    EXPECT_THAT(thrown([&] {
                    (void)matmul(a, b, false, false, std::nullopt, std::nullopt, std::nullopt,
                                 Activation("softer"));
                }),
                HasSubstr("unknown activation \"softer\""));
}

// On cores of a sub-device that does not begin at the first one.
TEST_F(MatmulForms, SubDevices) {
    using tt::tt_metal::SubDevice;
    using tt::tt_metal::SubDeviceId;
    const CoreCoord grid = device().compute_with_storage_grid_size();
    const SubDevice first(std::array{CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, 0}))});
    const SubDevice rest(std::array{CoreRangeSet(CoreRange({0, 1}, {grid.x - 1, grid.y - 1}))});
    const auto manager = device().create_sub_device_manager({first, rest}, 0);
    device().load_sub_device_manager(manager);
    const Tensor a = make(Shape({256, 64})), b = make(Shape({64, 256}));
    const Doubles x = values_of(a), y = values_of(b);
    Doubles want(256 * 256);
    for (std::size_t i = 0; i < want.size(); i++)
        for (std::size_t k = 0; k < 64; k++) want[i] += x[i / 256 * 64 + k] * y[k * 256 + i % 256];
    for (const std::uint8_t id : std::array<std::uint8_t, 2>{0, 1}) {
        const Tensor got = matmul(a, b, false, false, std::nullopt, std::nullopt, std::nullopt,
                                  std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                                  std::nullopt, std::nullopt, SubDeviceId{id});
        expect_close(values_of(got), want, DataType::BFLOAT16, {0, 0.04}, "sub-device");
    }
    device().clear_loaded_sub_device_manager();
    device().remove_sub_device_manager(manager);
    const tt::tt_metal::Tile tiny({16, 32});
    EXPECT_THAT(thrown([&] {
                    (void)matmul(a, b, false, false, std::nullopt, std::nullopt, std::nullopt,
                                 std::nullopt, std::nullopt, std::nullopt, tiny);
                }),
                HasSubstr("output_tile of 16 x 32 is not supported"));
}

}  // namespace
}  // namespace ttnn::test

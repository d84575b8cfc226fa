// Host tensors of random numbers, and their comparison.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <tt-metalium/tilize_utils.hpp>
#include <tt_stl/assert.hpp>
#include <type_traits>
#include <vector>

#include "ttnn/tensor/host_buffer/functions.hpp"
#include "ttnn/tensor/shape/shape.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_impl.hpp"
#include "ttnn/types.hpp"

namespace ttnn {
namespace detail {

inline bool nearly_equal(double a, double b, double relative, double absolute) {
    return a == b || std::abs(a - b) <= absolute + relative * std::max(std::abs(a), std::abs(b));
}

}  // namespace detail

// Whether both have the same shape and type, and elements that differ by at most
// absolute + relative * magnitude.
template <typename T>
bool allclose(const Tensor& a, const Tensor& b, float relative = 1e-5f, float absolute = 1e-8f) {
    if (a.logical_shape() != b.logical_shape() || a.dtype() != b.dtype()) return false;
    const std::vector<T> x = a.to_vector<T>();
    const std::vector<T> y = b.to_vector<T>();
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const T& p, const T& q) {
        if constexpr (std::is_integral_v<T>)
            return p == q;
        else
            return detail::nearly_equal(static_cast<float>(p), static_cast<float>(q), relative,
                                        absolute);
    });
}

namespace random {

// The same numbers in every run, unless seeded otherwise.
inline std::mt19937 RANDOM_GENERATOR(0);

inline void seed(std::size_t seed) {
    RANDOM_GENERATOR.seed(static_cast<std::mt19937::result_type>(seed));
}

// Integers include the upper limit, others do not.
template <typename T>
Tensor uniform(T low, T high, const Shape& shape, Layout layout = Layout::ROW_MAJOR) {
    const tt::tt_metal::TensorSpec spec(
        shape, tt::tt_metal::TensorLayout(tt::tt_metal::convert_to_data_type<T>(),
                                          tt::tt_metal::PageConfig(layout), MemoryConfig{}));
    std::vector<T> values(shape.volume());
    if constexpr (std::is_integral_v<T>) {
        std::uniform_int_distribution<std::int64_t> draw(low, high);
        for (T& value : values) value = static_cast<T>(draw(RANDOM_GENERATOR));
    } else {
        std::uniform_real_distribution<float> draw(static_cast<float>(low),
                                                   static_cast<float>(high));
        for (T& value : values) value = T(draw(RANDOM_GENERATOR));
    }
    return Tensor::from_vector(std::move(values), spec);
}

// Between 0 and 1.
inline Tensor random(const Shape& shape, DataType data_type = DataType::BFLOAT16,
                     Layout layout = Layout::ROW_MAJOR) {
    switch (data_type) {
        case DataType::UINT8:
            return uniform<std::uint8_t>(0, 1, shape, layout);
        case DataType::UINT16:
            return uniform<std::uint16_t>(0, 1, shape, layout);
        case DataType::UINT32:
            return uniform<std::uint32_t>(0, 1, shape, layout);
        case DataType::FLOAT32:
            return uniform(0.0F, 1.0F, shape, layout);
        case DataType::BFLOAT16:
            return uniform(bfloat16(0.0F), bfloat16(1.0F), shape, layout);
        default:
            TT_THROW("random: data type {} is not supported", data_type);
    }
}

}  // namespace random
}  // namespace ttnn

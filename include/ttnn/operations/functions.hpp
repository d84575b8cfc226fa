// Comparing host tensors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "ttnn/tensor/host_buffer/functions.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn {
namespace detail {

inline bool nearly_equal(double a, double b, double relative, double absolute) {
    return a == b || std::abs(a - b) <= absolute + relative * std::max(std::abs(a), std::abs(b));
}

}  // namespace detail

// Whether both have the same shape and type and elements, padding included, that differ by at most
// absolute + relative * magnitude.
template <typename T>
bool allclose(const Tensor& a, const Tensor& b, float relative = 1e-5f, float absolute = 1e-8f) {
    if (a.padded_shape() != b.padded_shape() || a.dtype() != b.dtype()) return false;
    const auto x = tt::tt_metal::host_buffer::get_as<T>(a);
    const auto y = tt::tt_metal::host_buffer::get_as<T>(b);
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const T& p, const T& q) {
        if constexpr (std::is_integral_v<T>)
            return p == q;
        else
            return detail::nearly_equal(static_cast<float>(p), static_cast<float>(q), relative,
                                        absolute);
    });
}

}  // namespace ttnn

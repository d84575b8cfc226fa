// Tensors from and to arrays of xtensor, where that library (0.26 or newer) is installed; nothing
// is declared without it.
#pragma once

#if __has_include(<xtensor/containers/xarray.hpp>)

#include <cstddef>
#include <cstdint>
#include <span>
#include <tt_stl/assert.hpp>
#include <tt_stl/small_vector.hpp>
#include <tt_stl/span.hpp>
#include <type_traits>
#include <utility>
#include <vector>
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/views/xview.hpp>

#include "ttnn/tensor/shape/shape.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace ttnn::experimental::xtensor {

template <typename E>
tt::tt_metal::Shape get_shape_from_xarray(const E& array) {
    ttsl::SmallVector<std::uint32_t> extents;
    for (const auto extent : array.shape()) extents.push_back(static_cast<std::uint32_t>(extent));
    return tt::tt_metal::Shape(extents);
}

// A view of memory that somebody else owns.
template <typename T>
auto adapt(ttsl::Span<T> data, const std::vector<std::size_t>& shape) {
    return xt::adapt(data.data(), data.size(), xt::no_ownership(), shape);
}
template <typename T>
using AdaptedView =
    decltype(adapt(std::declval<ttsl::Span<T>>(), std::declval<std::vector<std::size_t>>()));

// Elements and a view of them that goes where they go.
template <typename T>
class XtensorAdapter {
 public:
    XtensorAdapter(std::vector<T>&& data, const std::vector<std::size_t>& shape)
        : data_(std::move(data)), expr_(view(shape)) {}
    XtensorAdapter(const XtensorAdapter& other)
        : data_(other.data_), expr_(view(other.extents())) {}
    XtensorAdapter(XtensorAdapter&& other) noexcept
        : data_(std::move(other.data_)), expr_(view(other.extents())) {}
    XtensorAdapter& operator=(const XtensorAdapter& other) {
        if (this != &other) {
            data_ = other.data_;
            expr_ = view(other.extents());
        }
        return *this;
    }
    XtensorAdapter& operator=(XtensorAdapter&& other) noexcept {
        if (this != &other) {
            data_ = std::move(other.data_);
            expr_ = view(other.extents());
        }
        return *this;
    }

    auto& expr() & { return expr_; }
    const auto& expr() const& { return expr_; }
    std::vector<T>& data() & { return data_; }
    const std::vector<T>& data() const& { return data_; }
    std::vector<T> data() && { return std::move(data_); }
    std::vector<T> data() const&& = delete;

 private:
    std::vector<std::size_t> extents() const {
        return {expr_.shape().begin(), expr_.shape().end()};
    }
    AdaptedView<T> view(const std::vector<std::size_t>& shape) {
        return adapt(ttsl::Span<T>(data_.data(), data_.size()), shape);
    }

    std::vector<T> data_;
    AdaptedView<T> expr_;
};

template <typename T>
xt::xarray<T> span_to_xtensor_view(ttsl::Span<const T> buffer, const tt::tt_metal::Shape& shape) {
    return xt::adapt(buffer.data(), buffer.size(), xt::no_ownership(),
                     std::vector<std::size_t>(shape.cbegin(), shape.cend()));
}
template <typename T>
    requires(!std::is_const_v<T>)
xt::xarray<T> span_to_xtensor_view(std::span<T> buffer, const tt::tt_metal::Shape& shape) {
    return span_to_xtensor_view(ttsl::Span<const T>(buffer.data(), buffer.size()), shape);
}
template <typename T>
ttsl::Span<const T> xtensor_to_span(const xt::xarray<T>& array) {
    return {array.data(), array.size()};
}

template <typename T>
Tensor from_xtensor(const xt::xarray<T>& array, const tt::tt_metal::TensorSpec& spec) {
    TT_FATAL(get_shape_from_xarray(array) == spec.logical_shape(),
             "from_xtensor: an array of {} is given for a tensor of {}",
             get_shape_from_xarray(array), spec.logical_shape());
    return Tensor::from_span<T>(xtensor_to_span(array), spec);
}
template <typename T>
xt::xarray<T> to_xtensor(const Tensor& tensor) {
    const std::vector<T> values = tensor.to_vector<T>();
    return span_to_xtensor_view(ttsl::Span<const T>(values.data(), values.size()),
                                tensor.logical_shape());
}

}  // namespace ttnn::experimental::xtensor

#endif

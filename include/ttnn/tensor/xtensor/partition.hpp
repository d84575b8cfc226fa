// Arrays of xtensor cut into parts and joined again.
#pragma once

#include "ttnn/tensor/xtensor/conversion_utils.hpp"

#if __has_include(<xtensor/containers/xarray.hpp>)

#include <algorithm>
#include <numeric>
#include <tt_stl/assert.hpp>
#include <tt_stl/small_vector.hpp>
#include <utility>
#include <vector>
#include <xtensor/views/xstrided_view.hpp>

namespace ttnn::experimental::xtensor {

template <typename Expression>
using StridedView = decltype(xt::strided_view(std::declval<const Expression&>(),
                                              std::declval<xt::xstrided_slice_vector>()));
template <typename Expression>
using StridedViews = std::vector<StridedView<Expression>>;
using Counts = ttsl::SmallVector<int>;

namespace detail {

// Dimensions counted from the front, each named once.
inline std::vector<std::size_t> checked_dims(const Counts& counts, const Counts& dims,
                                             std::size_t rank) {
    TT_FATAL(counts.size() == dims.size(), "{} numbers of parts are given for {} dimensions",
             counts.size(), dims.size());
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        const int dim = dims[i] < 0 ? dims[i] + static_cast<int>(rank) : dims[i];
        TT_FATAL(counts[i] > 0, "{} parts are asked for along dimension {}", counts[i], dims[i]);
        TT_FATAL(dim >= 0 && dim < static_cast<int>(rank),
                 "dimension {} is out of range for rank {}", dims[i], rank);
        TT_FATAL(std::ranges::find(found, static_cast<std::size_t>(dim)) == found.end(),
                 "dimension {} is named twice", dims[i]);
        found.push_back(static_cast<std::size_t>(dim));
    }
    return found;
}

// Copies a part to where its first element goes in an array of these strides.
template <typename T, typename Expression>
void place(const Expression& part, const std::vector<std::size_t>& strides, std::size_t first,
           std::vector<T>& out) {
    std::vector<std::size_t> at(strides.size(), 0);
    for (const auto& value : part) {
        out[first + std::inner_product(at.begin(), at.end(), strides.begin(), std::size_t{0})] =
            value;
        for (std::size_t d = at.size(); d-- > 0;) {
            if (++at[d] < part.shape()[d]) break;
            at[d] = 0;
        }
    }
}

inline std::vector<std::size_t> strides_of(const std::vector<std::size_t>& shape) {
    std::vector<std::size_t> strides(shape.size(), 1);
    for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
    return strides;
}

}  // namespace detail

// Parts in row-major order, as large as the first one where that goes; fewer than asked for when
// there are not enough elements. They are views: nothing is read.
template <typename Expression>
StridedViews<Expression> chunk_ndim(const xt::xexpression<Expression>& expr,
                                    const Counts& num_chunks, const Counts& dims) {
    const Expression& array = expr.derived_cast();
    const auto rank = array.dimension();
    const std::vector<std::size_t> axes = detail::checked_dims(num_chunks, dims, rank);
    std::vector<xt::xstrided_slice_vector> slices(1, xt::xstrided_slice_vector(rank, xt::all()));
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto extent = static_cast<std::ptrdiff_t>(array.shape()[axes[i]]);
        const std::ptrdiff_t step =
            std::max<std::ptrdiff_t>(1, (extent + num_chunks[i] - 1) / num_chunks[i]);
        std::vector<xt::xstrided_slice_vector> finer;
        for (const auto& slice : slices)
            for (std::ptrdiff_t begin = 0; begin < extent; begin += step) {
                finer.push_back(slice);
                finer.back()[axes[i]] = xt::range(begin, std::min(begin + step, extent));
            }
        slices = std::move(finer);
    }
    StridedViews<Expression> views;
    for (const auto& slice : slices) views.push_back(xt::strided_view(array, slice));
    return views;
}
template <typename Expression>
StridedViews<Expression> chunk(const xt::xexpression<Expression>& expr, int num_chunks,
                               int dim = 0) {
    return chunk_ndim(expr, {num_chunks}, {dim});
}

// The other way round: parts of one shape, in row-major order.
template <typename Expression>
XtensorAdapter<typename Expression::value_type> concat_ndim(
    const std::vector<Expression>& expressions, const Counts& num_chunks, const Counts& dims) {
    using T = typename Expression::value_type;
    if (expressions.empty()) return {std::vector<T>(), {0}};
    const auto& first = expressions[0].shape();
    std::vector<std::size_t> shape(first.begin(), first.end());
    const std::vector<std::size_t> axes = detail::checked_dims(num_chunks, dims, shape.size());
    std::size_t count = 1;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        shape[axes[i]] *= static_cast<std::size_t>(num_chunks[i]);
        count *= static_cast<std::size_t>(num_chunks[i]);
    }
    TT_FATAL(expressions.size() == count, "{} parts are given where {} are joined",
             expressions.size(), count);
    const std::vector<std::size_t> strides = detail::strides_of(shape);
    std::vector<T> out(
        std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>()));
    for (std::size_t n = 0; n < count; ++n) {
        TT_FATAL(std::ranges::equal(expressions[n].shape(), first),
                 "the parts to be joined differ in shape");
        std::size_t origin = 0;
        for (std::size_t i = axes.size(), rest = n; i-- > 0;
             rest /= static_cast<std::size_t>(num_chunks[i]))
            origin +=
                rest % static_cast<std::size_t>(num_chunks[i]) * first[axes[i]] * strides[axes[i]];
        detail::place(expressions[n], strides, origin, out);
    }
    return {std::move(out), shape};
}
template <typename Expression>
XtensorAdapter<typename Expression::value_type> concat(const std::vector<Expression>& v,
                                                       int dim = 0) {
    if (v.empty()) return concat_ndim(v, {}, {});
    return concat_ndim(v, {static_cast<int>(v.size())}, {dim});
}

}  // namespace ttnn::experimental::xtensor

#endif

// Broadcasting: see the header.
#include "ops/eltwise/broadcast.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>
#include <vector>

namespace ttnn::eltwise {

using tt::tt_metal::Shape;

namespace {

std::uint32_t from_end(const Shape& shape, std::size_t i) {
    return i <= shape.rank() ? shape[-static_cast<int>(i)] : 1;
}

std::uint32_t tiles(std::uint32_t extent) {
    return (extent + 31) / 32;
}

// Extents in tiles, last dimension first, at least two of them.
std::vector<std::uint32_t> tile_extents(const Shape& shape, std::size_t rank) {
    std::vector<std::uint32_t> extents;
    for (std::size_t i = 1; i <= std::max<std::size_t>(rank, 2); i++)
        extents.push_back(i <= 2 ? tiles(from_end(shape, i)) : from_end(shape, i));
    return extents;
}

// The stride of each dimension, 0 where the operand has one for all of the result's.
std::vector<std::uint32_t> strides(const Shape& shape, const std::vector<std::uint32_t>& result) {
    const auto own = tile_extents(shape, result.size());
    std::vector<std::uint32_t> strides;
    std::uint32_t stride = 1;
    for (std::size_t d = 0; d < own.size(); d++) {
        strides.push_back(own[d] == 1 && result[d] != 1 ? 0 : stride);
        stride *= own[d];
    }
    return strides;
}

}  // namespace

Shape broadcast_shape(std::string_view op, const Shape& a, const Shape& b) {
    const std::size_t rank = std::max(a.rank(), b.rank());
    TT_FATAL(rank <= 8, "{}: tensors of rank {} are not supported, 8 is the most", op, rank);
    ttsl::SmallVector<std::uint32_t> dims(rank);
    for (std::size_t i = 1; i <= rank; i++) {
        const std::uint32_t x = from_end(a, i), y = from_end(b, i);
        TT_FATAL(x == y || x == 1 || y == 1,
                 "{}: Broadcasting rule violation for rank {}, dim a: {}, dim b: {} (shapes {} and "
                 "{})",
                 op, -static_cast<int>(i), x, y, a, b);
        TT_FATAL(x == y || i <= 6,
                 "{}: Broadcasting rule violation for rank >= 7 : dim {}: {} and {} differ", op,
                 -static_cast<int>(i), x, y);
        dims[rank - i] = x == 1 ? y : x;
    }
    return Shape(dims);
}

Broadcast broadcast_of(const Shape& operand, const Shape& result) {
    const bool rows = from_end(operand, 2) == 1 && from_end(result, 2) != 1;
    const bool columns = from_end(operand, 1) == 1 && from_end(result, 1) != 1;
    return rows && columns ? Broadcast::element
           : rows          ? Broadcast::row
           : columns       ? Broadcast::column
                           : Broadcast::none;
}

Walk walk_of(const Tensor& a, const Tensor& b, const Tensor& result) {
    const auto extents = tile_extents(result.logical_shape(), result.logical_shape().rank());
    const auto of_a = strides(a.logical_shape(), extents);
    const auto of_b = strides(b.logical_shape(), extents);
    Walk walk;
    walk.dims.fill({1, 0, 0});
    std::size_t last = 0;
    for (std::size_t d = 0; d < extents.size(); d++) {
        WalkDim& dim = walk.dims[last];
        const bool goes_on =
            of_a[d] == dim.extent * dim.stride_a && of_b[d] == dim.extent * dim.stride_b;
        if (d == 0)
            dim = {extents[d], of_a[d], of_b[d]};
        else if (extents[d] != 1 && goes_on)
            dim.extent *= extents[d];  // where the loop below ends, this one goes on
        else if (extents[d] != 1)
            walk.dims[++last] = {extents[d], of_a[d], of_b[d]};
    }
    return walk;
}

}  // namespace ttnn::eltwise

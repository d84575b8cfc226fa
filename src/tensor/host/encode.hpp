// Between the logical elements of a tensor, row by row, and the order in which they are stored.
#pragma once

#include <cstring>
#include <span>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>
#include <vector>

#include "tensor/host/box_copy.hpp"
#include "tensor/host/tiling.hpp"

namespace ironbird::tensor {

using tt::tt_metal::Layout;
using tt::tt_metal::Shape;
using tt::tt_metal::TensorSpec;

// Whether the stored order is the logical one.
inline bool is_plain(const TensorSpec& spec) {
    return spec.layout() == Layout::ROW_MAJOR && spec.logical_2d_shape() == spec.physical_shape();
}

inline Shape at_rank_of(const Shape& shape, const Shape& other) {
    return shape.rank() < other.rank() ? shape.to_rank(other.rank()) : shape;
}

inline std::size_t stored_elements(const TensorSpec& spec) {
    return spec.physical_shape().height() * spec.physical_shape().width();
}

template <typename T>
std::vector<T> to_tiles(std::span<const T> rows, const TensorSpec& spec) {
    std::vector<T> tiles(rows.size());
    rows_to_tiles(std::as_bytes(rows), std::as_writable_bytes(std::span(tiles)),
                  spec.physical_shape(), spec.tile(), sizeof(T));
    return tiles;
}
template <typename T>
std::vector<T> to_rows(std::span<const T> tiles, const TensorSpec& spec) {
    std::vector<T> rows(tiles.size());
    tiles_to_rows(std::as_bytes(tiles), std::as_writable_bytes(std::span(rows)),
                  spec.physical_shape(), spec.tile(), sizeof(T));
    return rows;
}

// The spec's own data type does not matter here, only its shapes and pages.
template <typename T>
std::vector<T> encode(std::span<const T> logical, const TensorSpec& spec, T pad) {
    std::vector<T> padded;
    if (spec.logical_2d_shape() != spec.physical_shape()) {
        padded.assign(stored_elements(spec), pad);
        const Shape box = at_rank_of(spec.logical_shape(), spec.padded_shape());
        copy_box(std::as_bytes(logical).data(), at_start(box),
                 std::as_writable_bytes(std::span(padded)).data(), at_start(spec.padded_shape()),
                 box, sizeof(T));
        logical = padded;
    }
    if (spec.layout() != Layout::ROW_MAJOR) return to_tiles(logical, spec);
    return padded.empty() ? std::vector<T>(logical.begin(), logical.end()) : padded;
}

template <typename T>
std::vector<T> decode(std::span<const T> stored, const TensorSpec& spec) {
    std::vector<T> rows;
    if (spec.layout() != Layout::ROW_MAJOR) stored = rows = to_rows(stored, spec);
    if (spec.logical_2d_shape() == spec.physical_shape())
        return rows.empty() ? std::vector<T>(stored.begin(), stored.end()) : rows;
    std::vector<T> logical(spec.logical_shape().volume());
    const Shape box = at_rank_of(spec.logical_shape(), spec.padded_shape());
    copy_box(std::as_bytes(stored).data(), at_start(spec.padded_shape()),
             std::as_writable_bytes(std::span(logical)).data(), at_start(box), box, sizeof(T));
    return logical;
}

}  // namespace ironbird::tensor

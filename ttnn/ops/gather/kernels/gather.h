// What the kernels of gather share: elements of tiles, and which rows of the input belong to a row
// of the index.
#pragma once

#include "api/dataflow/dataflow_api.h"
#include "api/debug/assert.h"

constexpr uint32_t kElement = get_compile_time_arg_val(0);     // bytes
constexpr uint32_t kIndexBytes = get_compile_time_arg_val(1);  // of an index

template <uint32_t Bytes>
struct Word {
    using type = volatile tt_l1_ptr uint32_t*;
};
template <>
struct Word<2> {
    using type = volatile tt_l1_ptr uint16_t*;
};
using Elements = Word<kElement>::type;
using Indices = Word<kIndexBytes>::type;

constexpr uint32_t kFaceSide = 16, kFace = 256, kTile = 1024;

// Common arguments. "Rows" are tile rows for tensors of tiles, else sticks.
struct Shapes {
    const uint32_t input = get_common_arg_val<uint32_t>(0);  // addresses
    const uint32_t index = get_common_arg_val<uint32_t>(1);
    const uint32_t output = get_common_arg_val<uint32_t>(2);
    const uint32_t in_tiles = get_common_arg_val<uint32_t>(3);  // of a row
    const uint32_t out_tiles = get_common_arg_val<uint32_t>(4);
    const uint32_t width = get_common_arg_val<uint32_t>(5);  // of the input, in elements
    const uint32_t out_width = get_common_arg_val<uint32_t>(6);
    const uint32_t height = get_common_arg_val<uint32_t>(7);  // of one matrix of the index
    const uint32_t matrix_rows = get_common_arg_val<uint32_t>(8);
    static constexpr uint32_t kNext = 9;

    // Pairs of an extent of the index and a stride of the input, innermost first.
    static constexpr uint32_t kDims = 6;
    uint32_t input_row(uint32_t row) const {
        uint32_t at = 0;
        for (uint32_t d = 0; d < kDims; ++d) {
            const uint32_t extent = get_common_arg_val<uint32_t>(kNext + 2 * d);
            at += row % extent * get_common_arg_val<uint32_t>(kNext + 2 * d + 1);
            row /= extent;
        }
        return at;
    }
    static constexpr uint32_t kExtra = kNext + 2 * kDims;  // arguments of a kernel of its own

    // Of a tile row and of a tile of the index: what is not padding.
    uint32_t valid_rows(uint32_t row) const {
        const uint32_t left = height - row % matrix_rows * 32;
        return left < 32 ? left : 32;
    }
    uint32_t valid_columns(uint32_t tile) const {
        const uint32_t left = out_width - tile * 32;
        return left < 32 ? left : 32;
    }

    // An index beyond the end is the last element's; a debug build stops.
    uint32_t at_most(uint32_t index) const {
        ASSERT(index < width);
        return index < width ? index : width - 1;
    }
};

// Where an element of a row lies in its tile.
inline uint32_t line_of(uint32_t row) {
    return row / kFaceSide * 2 * kFace + row % kFaceSide * kFaceSide;
}
inline uint32_t place_of(uint32_t line, uint32_t column) {
    return line + (column / kFaceSide) * kFace + column % kFaceSide;
}

// The faces of a tile of which only so many rows count: f(offset, elements) for each piece.
template <typename F>
void for_faces(uint32_t rows, F f) {
    if (rows == 32) return f(0, kTile);
    const uint32_t upper = (rows < kFaceSide ? rows : kFaceSide) * kFaceSide;
    f(0, upper);
    f(kFace, upper);
    if (rows <= kFaceSide) return;
    f(2 * kFace, rows * kFaceSide - kFace);
    f(3 * kFace, rows * kFaceSide - kFace);
}

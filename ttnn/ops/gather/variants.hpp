// The ways to gather: their sizes, what they are estimated to cost, and the cheapest that fits.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/data_movement/gather/gather.hpp"

namespace ttnn::gather_op {

using Variant = operations::data_movement::GatherVariant;

// Of one call, along the last dimension.
struct Task {
    bool tiles;                          // else sticks
    std::uint32_t element, index_bytes;  // bytes
    std::uint32_t width, out_width;      // in elements
    std::uint32_t height, matrices;      // of the index
    std::uint32_t cores;
    bool rectangle;          // they can share a stream
    std::uint32_t align;     // of reads, in bytes
    std::uint64_t l1_bytes;  // free

    std::uint32_t in_tiles() const { return tiles ? (width + 31) / 32 : 1; }
    std::uint32_t out_tiles() const { return tiles ? (out_width + 31) / 32 : 1; }
    std::uint32_t matrix_rows() const { return tiles ? (height + 31) / 32 : height; }
    std::uint32_t rows() const { return matrix_rows() * matrices; }
    std::uint32_t logical_rows() const { return height * matrices; }
};

// What a variant consists of: index tiles that a core keeps in one pass over a row, tiles of the
// input at a time, and for row owners the parts of a row.
struct Sizes {
    std::uint32_t kept = 1, batch = 1, batches = 2, groups = 1, parts = 1;
    std::uint64_t bytes = 0;  // of L1
};
Sizes sizes_of(Variant variant, const Task& task);

double estimated_cycles(Variant variant, const Task& task);
Variant choose(const Task& task);

bool is_for_tiles(Variant variant);
bool shares_stream(Variant variant);
bool streams(Variant variant);  // with the kernels stream and scan

}  // namespace ttnn::gather_op
